
// An interrupted call, for example by a panic of the library, leaves its walkmesh locked and possibly half changed. Every further
// call on it throws. `free` forgets it; its memory is released with the library's.
const failed = new WeakMap();
const named = (name, message, cause) => Object.assign(new Error(message, { cause }), { name });

function guarded(method) {
    return function (...values) {
        const all = [this, ...values];
        for (const it of all) {
            if (failed.has(it)) throw named("FailedError", `an earlier call failed, so this object can no longer be used: ${failed.get(it)}`);
        }
        try {
            return method.apply(this, values);
        } catch (error) {
            const panic = lastPanic();
            for (const it of all) {
                if (!((it instanceof Walkmesh || it instanceof Files) && it.__wbg_ptr)) continue;
                try {
                    it.__touch();
                } catch {
                    it.__destroy_into_raw();
                    failed.set(it, panic ?? error.message);
                }
            }
            throw panic === undefined ? error : named("PanicError", panic, error);
        }
    };
}

for (const type of [Walkmesh, Files]) {
    const free = type.prototype.free;
    for (const owner of [type, type.prototype]) {
        for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
            if (/^(constructor|prototype|free|__.*)$/.test(key)) continue;
            if (property.get) property.get = guarded(property.get);
            else if (typeof property.value === "function") property.value = guarded(property.value);
            Object.defineProperty(owner, key, property);
        }
    }
    type.prototype.free = function () {
        if (!failed.has(this)) free.call(this);
    };
    if (Symbol.dispose) type.prototype[Symbol.dispose] = type.prototype.free;
}
check = guarded(check);

// A number instead of a string would be used as a pointer and overwrite memory.
const pass = passStringToWasm0;
passStringToWasm0 = (text, ...allocate) => {
    if (typeof text !== "string") throw new TypeError(`expected a string, but found ${String(text)}`);
    return pass(text, ...allocate);
};
