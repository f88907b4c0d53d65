package dev.tidings.bench.sockets;

import com.fasterxml.jackson.databind.JsonNode;

/** A base class for clients: records greeting, refusal and end of the connection. */
abstract class Victim implements Wire.Listener {
    boolean greeted;
    boolean over;
    int refusal;
    int code;

    /** Called when the server has greeted the client. */
    void greeted(Wire wire) {}

    @Override
    public void event(Wire wire, JsonNode event) {
        if (event.path("event").asText().equals("hello")) {
            greeted = true;
            greeted(wire);
        }
    }

    @Override
    public void refused(Wire wire, int status, String head) {
        refusal = status;
    }

    @Override
    public void closed(Wire wire, int closeCode) {
        over = true;
        code = closeCode;
    }
}
