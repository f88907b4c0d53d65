package dev.tidings.server.hot;

import dev.tidings.core.meta.Meta;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A metadata store that records calls and runs actions before them. */
final class HookedMeta {
    final List<String> calls = new ArrayList<>();
    private final Meta inner;
    private final Map<String, Runnable> once = new HashMap<>();

    HookedMeta(Meta inner) {
        this.inner = inner;
    }

    /** @param call such as devices.put; the action runs once, before the next such call */
    void before(String call, Runnable action) {
        once.put(call, action);
    }

    Meta meta() {
        return proxy(Meta.class, (self, method, arguments) -> {
            Object part = method.invoke(inner, arguments);
            return method.getReturnType().isInterface()
                    ? proxy(method.getReturnType(), hooked(method.getName(), part))
                    : part;
        });
    }

    private InvocationHandler hooked(String name, Object part) {
        return (self, method, arguments) -> {
            String call = name + "." + method.getName();
            calls.add(call);
            Runnable action = once.remove(call);
            if (action != null) {
                action.run();
            }
            try {
                return method.invoke(part, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
