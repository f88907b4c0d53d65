package dev.tidings.client;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A list of the API, read page by page while it is iterated.
 *
 * <pre>{@code
 * for (User user : client.users().list()) {
 *     System.out.println(user.email());
 * }
 * Page<User> first = client.users().list().page(20, null);
 * Page<User> second = client.users().list().page(20, first.next());
 * }</pre>
 */
public final class Pages<T> implements Iterable<T> {
    private static final int MAX_LIMIT = 100;

    private final Supplier<ApiRequest> request;
    private final Class<T> type;

    /** @param request creates the request for the first page, without a limit and a cursor */
    Pages(Supplier<ApiRequest> request, Class<T> type) {
        this.request = request;
        this.type = type;
    }

    /**
     * Reads one page.
     *
     * @param limit the maximum number of items, 1 to 100
     * @param cursor the {@code next} of the page before; null for the first page
     */
    public Page<T> page(int limit, String cursor) {
        return request.get().query("limit", limit).query("cursor", cursor).page(type);
    }

    /** All items, in order. */
    public Stream<T> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private Page<T> page = page(MAX_LIMIT, null);
            private Iterator<T> items = page.items().iterator();

            /** A page may be empty and still have a cursor. */
            @Override
            public boolean hasNext() {
                while (!items.hasNext() && page.next() != null) {
                    page = page(MAX_LIMIT, page.next());
                    items = page.items().iterator();
                }
                return items.hasNext();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return items.next();
            }
        };
    }
}
