package dev.tidings.client;

import dev.tidings.client.model.Ticket;

/** The account of the user whose token the client has, with acknowledgements and live events. */
public final class MyAccount extends UserAccount {

    MyAccount(HttpCalls calls) {
        super(calls, null);
    }

    /** Confirms that a notification arrived: its {@code in_app} delivery becomes {@code delivered}. */
    public void acknowledge(String id) {
        calls.to(Operation.ACKNOWLEDGE_MY_NOTIFICATION, id).send();
    }

    /** A ticket for one live connection of a browser's EventSource. */
    public Ticket ticket() {
        return calls.to(Operation.CREATE_MY_LIVE_TICKET).as(Ticket.class);
    }

    /** The live events of the inbox. */
    public LiveStream live() {
        return new LiveStream(calls);
    }
}
