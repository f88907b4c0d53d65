package dev.tidings.server.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the routes of a path, by method, and its path parameters in a trie of path segments. A literal segment takes precedence over a
 * parameter. A route of GET also serves HEAD, unless it opens a live connection.
 */
final class RouteTable {
    private final Node root = new Node();

    /** The routes of a path by method, and the path parameters, still percent-encoded. */
    record Match(Map<String, Route> byMethod, boolean allowsCors, Map<String, String> parameters) {
        /** Null if the path has no route for it. HEAD is answered like GET, except on live connections, which never end. */
        Route route(String method) {
            return byMethod.get(method.equals("HEAD") && answersHead() ? "GET" : method);
        }

        private boolean answersHead() {
            Route get = byMethod.get("GET");
            return get != null && get.access() != RouteAccess.LIVE;
        }

        String allowed() {
            Set<String> methods = new TreeSet<>(byMethod.keySet());
            if (answersHead()) {
                methods.add("HEAD");
            }
            return String.join(", ", methods);
        }
    }

    private static final class Node {
        final Map<String, Node> literals = new HashMap<>();
        final Map<String, Route> routes = new TreeMap<>();
        boolean forBrowsers;
        Node parameter;
        String parameterName;
    }

    RouteTable(List<Route> routes) {
        for (Route route : routes) {
            Node node = root;
            for (String segment : route.segments()) {
                node = segment.startsWith("{") ? parameter(node, segment) : literal(node, segment);
            }
            node.forBrowsers |= route.allowsCors();
            if (node.routes.put(route.method(), route) != null) {
                throw new IllegalArgumentException("two routes for " + route.method() + " " + route.path());
            }
        }
    }

    private static Node literal(Node node, String segment) {
        return node.literals.computeIfAbsent(segment, name -> new Node());
    }

    private static Node parameter(Node node, String segment) {
        String name = segment.substring(1, segment.length() - 1);
        if (node.parameter == null) {
            node.parameter = new Node();
            node.parameterName = name;
        }
        if (!name.equals(node.parameterName)) {
            throw new IllegalArgumentException(
                    "two names for one path parameter: " + name + " and " + node.parameterName);
        }
        return node.parameter;
    }

    /** Null if no route has this path. */
    Match find(String path) {
        if (path == null || path.isEmpty() || path.charAt(0) != '/') {
            return null;
        }
        Node node = root;
        Map<String, String> parameters = Map.of();
        int start = 1;
        while (true) {
            int slash = path.indexOf('/', start);
            String segment = slash < 0 ? path.substring(start) : path.substring(start, slash);
            Node next = node.literals.get(segment);
            if (next == null && node.parameter != null && !segment.isEmpty()) {
                next = node.parameter;
                parameters = parameters.isEmpty() ? new HashMap<>(4) : parameters;
                parameters.put(node.parameterName, segment);
            }
            if (next == null) {
                return null;
            }
            node = next;
            if (slash < 0) {
                return node.routes.isEmpty() ? null : new Match(node.routes, node.forBrowsers, parameters);
            }
            start = slash + 1;
        }
    }
}
