// The measured part of Embree: the nearest hit of a ray among triangles, in a robust scene of the highest
// quality.
#include <embree3/rtcore.h>

#include <cstddef>

struct PeerEmbree {
    RTCDevice device;
    RTCScene scene;
};

extern "C" void peer_embree_free(PeerEmbree *peer) {
    if (peer) {
        rtcReleaseScene(peer->scene);
        rtcReleaseDevice(peer->device);
        delete peer;
    }
}

// `points` has nine floats for each triangle. One thread builds.
extern "C" PeerEmbree *peer_embree_new(const float *points, unsigned triangle_count) {
    RTCDevice device = rtcNewDevice("threads=1");
    if (!device) {
        return nullptr;
    }
    RTCScene scene = rtcNewScene(device);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    const size_t corners = 3 * static_cast<size_t>(triangle_count);
    float *vertices = static_cast<float *>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                                   RTC_FORMAT_FLOAT3, 3 * sizeof(float), corners));
    unsigned *indices = static_cast<unsigned *>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), triangle_count));
    if (vertices && indices) {
        for (size_t at = 0; at < 3 * corners; at++) {
            vertices[at] = points[at];
        }
        for (size_t at = 0; at < corners; at++) {
            indices[at] = static_cast<unsigned>(at);
        }
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene, geometry);
    }
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    if (rtcGetDeviceError(device) != RTC_ERROR_NONE) {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
        return nullptr;
    }
    return new PeerEmbree{device, scene};
}

// The distance to the nearest hit, and which triangle it is; infinity where nothing is hit.
extern "C" float peer_embree_nearest(const PeerEmbree *peer, const float *origin, const float *direction, float most,
                                     unsigned *triangle) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit ray;
    ray.ray.org_x = origin[0];
    ray.ray.org_y = origin[1];
    ray.ray.org_z = origin[2];
    ray.ray.dir_x = direction[0];
    ray.ray.dir_y = direction[1];
    ray.ray.dir_z = direction[2];
    ray.ray.tnear = 0.0f;
    ray.ray.tfar = most;
    ray.ray.time = 0.0f;
    ray.ray.mask = ~0u;
    ray.ray.id = 0;
    ray.ray.flags = 0;
    ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    ray.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(peer->scene, &context, &ray);
    if (ray.hit.geomID == RTC_INVALID_GEOMETRY_ID) {
        return 1.0f / 0.0f;
    }
    *triangle = ray.hit.primID;
    return ray.ray.tfar;
}
