package dev.tidings.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.TidingsClient;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints results: a table or indented fields for people, the JSON of the API for scripts.
 *
 * @param json whether for scripts
 */
record Output(PrintWriter out, PrintWriter err, boolean json) {

    /** @param limit the maximum number of items; 0 for all */
    <T> void list(Iterable<T> items, int limit, Table<T> table) {
        List<T> shown = new ArrayList<>();
        boolean more = false;
        for (T item : items) {
            more = limit > 0 && shown.size() == limit;
            if (more) {
                break;
            }
            shown.add(item);
        }
        if (json) {
            shown.forEach(this::item);
        } else {
            table.print(shown, out);
        }
        if (more && !json) {
            err.println("There are more: --limit 0 prints all.");
            err.flush();
        }
    }

    /** Prints one value of the client's model, or a JSON tree. */
    void item(Object value) {
        JsonNode tree = TidingsClient.toJson(value);
        if (json) {
            out.println(tree);
        } else {
            fields(tree, "");
        }
    }

    /** Prints a line for people only: scripts have the exit code. */
    void done(String line) {
        if (!json) {
            out.println(line);
        }
    }

    private void fields(JsonNode tree, String indent) {
        tree.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (value.isValueNode()) {
                out.println(indent + field.getKey() + ": " + Table.printable(value.asText()));
            } else if (value.isObject()) {
                out.println(indent + field.getKey() + ":" + (value.isEmpty() ? " none" : ""));
                fields(value, indent + "  ");
            } else {
                elements(field.getKey(), value, indent);
            }
        });
    }

    private void elements(String name, JsonNode array, String indent) {
        boolean simple = true;
        for (JsonNode element : array) {
            simple &= element.isValueNode();
        }
        if (simple) {
            List<String> texts = new ArrayList<>();
            array.forEach(element -> texts.add(Table.printable(element.asText())));
            out.println(indent + name + ": " + (texts.isEmpty() ? "none" : String.join(", ", texts)));
            return;
        }
        out.println(indent + name + ":");
        for (JsonNode element : array) {
            out.println(indent + "  -");
            fields(element, indent + "    ");
        }
    }
}
