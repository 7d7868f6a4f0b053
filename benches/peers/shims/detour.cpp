// The measured parts of Detour: a mesh of triangles with given neighbours, and its shortest-path
// query.
#include <recastnavigation/DetourAlloc.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>

#include <cstddef>
#include <vector>

struct PeerDetour {
    dtNavMesh *mesh;
    dtNavMeshQuery *query;
    dtQueryFilter filter;
    std::vector<dtPolyRef> corridor;
    std::vector<float> points;
    dtPolyRef base;
};

extern "C" void peer_detour_free(PeerDetour *peer) {
    if (peer) {
        dtFreeNavMeshQuery(peer->query);
        dtFreeNavMesh(peer->mesh);
        delete peer;
    }
}

// `polys` has, for each triangle, three vertices and then three neighbours (0xffff: none).
extern "C" PeerDetour *peer_detour_new(const unsigned short *verts, int vert_count, const unsigned short *polys,
                                       int poly_count, const float *bmin, const float *bmax, float cs, float ch) {
    std::vector<unsigned short> flags(poly_count, 1);
    std::vector<unsigned char> areas(poly_count, 0);
    dtNavMeshCreateParams params = {};
    params.verts = verts;
    params.vertCount = vert_count;
    params.polys = polys;
    params.polyFlags = flags.data();
    params.polyAreas = areas.data();
    params.polyCount = poly_count;
    params.nvp = 3;
    for (int axis = 0; axis < 3; axis++) {
        params.bmin[axis] = bmin[axis];
        params.bmax[axis] = bmax[axis];
    }
    params.walkableHeight = 2.0f;
    params.walkableClimb = 1.0f;
    params.cs = cs;
    params.ch = ch;
    unsigned char *data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size)) {
        return nullptr;
    }
    PeerDetour *peer = new PeerDetour();
    peer->mesh = dtAllocNavMesh();
    if (dtStatusFailed(peer->mesh->init(data, size, DT_TILE_FREE_DATA))) {
        dtFree(data);
        peer_detour_free(peer);
        return nullptr;
    }
    // A search visits each polygon at most once, so this number of nodes always suffices.
    peer->query = dtAllocNavMeshQuery();
    if (dtStatusFailed(peer->query->init(peer->mesh, poly_count + 1))) {
        peer_detour_free(peer);
        return nullptr;
    }
    const dtNavMesh *mesh = peer->mesh;
    peer->base = mesh->getPolyRefBase(mesh->getTile(0));
    peer->corridor.resize(poly_count + 1);
    peer->points.resize(3 * (static_cast<size_t>(poly_count) + 2));
    return peer;
}

// A shortest path as Detour finds it: A* over the polygons, and a funnel through the result. Returns the number of its
// corner points, which `peer_detour_points` then gives; 0 if the goal was not reached.
extern "C" int peer_detour_path(PeerDetour *peer, unsigned start, const float *from, unsigned goal, const float *to) {
    int polygons = 0;
    const dtPolyRef last = peer->base | goal;
    dtStatus status = peer->query->findPath(peer->base | start, last, from, to, &peer->filter, peer->corridor.data(),
                                            &polygons, static_cast<int>(peer->corridor.size()));
    if (dtStatusFailed(status) || polygons == 0 || peer->corridor[polygons - 1] != last) {
        return 0;
    }
    int count = 0;
    status = peer->query->findStraightPath(from, to, peer->corridor.data(), polygons, peer->points.data(), nullptr,
                                           nullptr, &count, static_cast<int>(peer->points.size() / 3));
    return dtStatusFailed(status) ? 0 : count;
}

extern "C" const float *peer_detour_points(const PeerDetour *peer) { return peer->points.data(); }
