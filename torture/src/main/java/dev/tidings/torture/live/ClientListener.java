package dev.tidings.torture.live;

import com.fasterxml.jackson.databind.JsonNode;

/** The base class of connection listeners in attacks: records greeting, refusal, end and close code of the connection. */
abstract class ClientListener implements ClientConnection.ConnectionListener {
    boolean greeted;
    boolean ended;
    int refusalStatus;
    int code;

    /** Called when the server has greeted the client. */
    void greeted(ClientConnection wire) {}

    @Override
    public void event(ClientConnection wire, JsonNode event) {
        if (event.path("event").asText().equals("hello")) {
            greeted = true;
            greeted(wire);
        }
    }

    @Override
    public void refused(ClientConnection wire, int status, String head) {
        refusalStatus = status;
    }

    @Override
    public void closed(ClientConnection wire, int closeCode) {
        ended = true;
        code = closeCode;
    }
}
