// Loads a tile of Detour that this project wrote, and prints the length of Detour's path between pairs of points in the plan view: -1 if it
// does not reach the goal.
//
//   paths TILE < PAIRS      six f32 for each pair, in Detour's axes
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <recastnavigation/DetourAlloc.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshQuery.h>

static void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

int main(int count, char** arguments) {
    if (count != 2) fail("paths TILE < PAIRS");
    FILE* file = std::fopen(arguments[1], "rb");
    if (!file) fail("the tile cannot be opened");
    std::fseek(file, 0, SEEK_END);
    const int size = static_cast<int>(std::ftell(file));
    std::rewind(file);
    unsigned char* tile = static_cast<unsigned char*>(dtAlloc(size, DT_ALLOC_PERM));
    if (std::fread(tile, 1, size, file) != static_cast<size_t>(size)) fail("the tile cannot be read");
    std::fclose(file);

    dtNavMesh* mesh = dtAllocNavMesh();
    if (dtStatusFailed(mesh->init(tile, size, DT_TILE_FREE_DATA))) fail("Detour does not take the tile");
    dtNavMeshQuery* query = dtAllocNavMeshQuery();
    if (dtStatusFailed(query->init(mesh, 65535))) fail("no query");
    const dtQueryFilter filter;
    const float near[3] = {0.01f, 0.02f, 0.01f};
    std::vector<dtPolyRef> polygons(32767);
    std::vector<float> points(3 * 32767);
    float pair[6];
    while (std::fread(pair, sizeof(float), 6, stdin) == 6) {
        dtPolyRef ends[2];
        float at[6];
        for (int end = 0; end < 2; ++end) query->findNearestPoly(pair + 3 * end, near, &filter, &ends[end], at + 3 * end);
        int found = 0, corners = 0;
        if (ends[0] && ends[1]) query->findPath(ends[0], ends[1], at, at + 3, &filter, polygons.data(), &found, 32767);
        if (!found || polygons[found - 1] != ends[1]) {
            std::puts("-1");
            continue;
        }
        query->findStraightPath(at, at + 3, polygons.data(), found, points.data(), nullptr, nullptr, &corners, 32767);
        double length = 0;
        for (int corner = 1; corner < corners; ++corner) {
            const float *from = &points[3 * corner - 3], *to = &points[3 * corner];
            length += std::hypot(double(to[0]) - from[0], double(to[2]) - from[2]);
        }
        std::printf("%.9g\n", length);
    }
}
