package dev.tidings.server.hot;

import dev.tidings.core.metadata.MetadataStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A metadata store that records calls and runs actions before them. */
public final class HookedMetadataStore {
    public final List<String> calls = new ArrayList<>();
    private final MetadataStore inner;
    private final Map<String, Runnable> once = new HashMap<>();

    public HookedMetadataStore(MetadataStore inner) {
        this.inner = inner;
    }

    /** @param call such as devices.put; the action runs once, before the next such call */
    public void before(String call, Runnable action) {
        once.put(call, action);
    }

    public MetadataStore metadata() {
        return proxy(MetadataStore.class, (self, method, arguments) -> {
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
