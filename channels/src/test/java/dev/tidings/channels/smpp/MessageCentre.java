package dev.tidings.channels.smpp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidings.channels.TestTls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.BroadcastSm;
import org.jsmpp.bean.CancelBroadcastSm;
import org.jsmpp.bean.CancelSm;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.QueryBroadcastSm;
import org.jsmpp.bean.QuerySm;
import org.jsmpp.bean.RawDataCoding;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.ReplaceSm;
import org.jsmpp.bean.SubmitMulti;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.BindRequest;
import org.jsmpp.session.BroadcastSmResult;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.QueryBroadcastSmResult;
import org.jsmpp.session.QuerySmResult;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.ServerMessageReceiverListener;
import org.jsmpp.session.Session;
import org.jsmpp.session.SubmitMultiResult;
import org.jsmpp.session.SubmitSmResult;
import org.jsmpp.session.connection.socket.SocketConnection;
import org.jsmpp.util.MessageId;

/** jSMPP's server on its own port, with access to the underlying connections. */
final class MessageCentre implements AutoCloseable {
    interface OnSubmit {
        void submitted(SubmitSm submit, Esme esme) throws ProcessRequestException;
    }

    /** A bound client. */
    record Esme(SMPPServerSession session, Socket socket) {
        void drop() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void say(byte[] bytes) {
            try {
                socket.getOutputStream().write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void deliver(int esmClass, String text, OptionalParameter... parameters) throws Exception {
            session.deliverShortMessage(
                    "",
                    TypeOfNumber.INTERNATIONAL,
                    NumberingPlanIndicator.ISDN,
                    "49151000000",
                    TypeOfNumber.UNKNOWN,
                    NumberingPlanIndicator.UNKNOWN,
                    "tidings",
                    new ESMClass(esmClass),
                    (byte) 0,
                    (byte) 0,
                    new RegisteredDelivery(0),
                    new RawDataCoding((byte) 0),
                    text.getBytes(US_ASCII),
                    parameters);
        }
    }

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final OnSubmit onSubmit;
    private final TestTls tls;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    final List<Esme> bound = new CopyOnWriteArrayList<>();
    final List<BindRequest> binds = new CopyOnWriteArrayList<>();
    volatile int bindStatus = SMPPConstant.STAT_ESME_ROK;

    /** @param tls null for plain text */
    MessageCentre(OnSubmit onSubmit, TestTls tls) throws IOException {
        this.onSubmit = onSubmit;
        this.tls = tls;
        daemon(this::acceptAll);
    }

    int port() {
        return server.getLocalPort();
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.add(socket);
                if (server.isClosed()) {
                    // It was accepted while the server was being closed.
                    socket.close();
                    return;
                }
                daemon(() -> serve(socket));
            } catch (IOException e) {
                // The server is closed.
            }
        }
    }

    private void serve(Socket accepted) {
        try {
            Socket socket = tls == null ? accepted : tls.secure(accepted);
            Listener listener = new Listener();
            SMPPServerSession session =
                    new SMPPServerSession(new SocketConnection(socket), null, listener, null, 64, 200);
            listener.esme = new Esme(session, socket);
            BindRequest bind = session.waitForBind(10_000);
            binds.add(bind);
            if (bindStatus != SMPPConstant.STAT_ESME_ROK) {
                bind.reject(bindStatus);
                return;
            }
            bound.add(listener.esme);
            bind.accept("centre", InterfaceVersion.IF_34);
        } catch (IOException | TimeoutException | PDUStringException e) {
            // The client disconnected, or the server is closed.
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It is closed in any case.
        }
        // Those that are not bound yet must not be bound later.
        connections.forEach(MessageCentre::quietly);
        bound.forEach(Esme::drop);
    }

    private static void quietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Then it is closed, too.
        }
    }

    private final class Listener implements ServerMessageReceiverListener {
        private static final AtomicInteger NUMBERS = new AtomicInteger();
        private volatile Esme esme;

        @Override
        public SubmitSmResult onAcceptSubmitSm(SubmitSm submit, SMPPServerSession source)
                throws ProcessRequestException {
            onSubmit.submitted(submit, esme);
            try {
                return new SubmitSmResult(new MessageId("m" + NUMBERS.incrementAndGet()), new OptionalParameter[0]);
            } catch (PDUStringException e) {
                throw new AssertionError(e);
            }
        }

        private static ProcessRequestException unknown() {
            return new ProcessRequestException("only submit_sm", SMPPConstant.STAT_ESME_RINVCMDID);
        }

        @Override
        public SubmitMultiResult onAcceptSubmitMulti(SubmitMulti submit, SMPPServerSession source)
                throws ProcessRequestException {
            throw unknown();
        }

        @Override
        public QuerySmResult onAcceptQuerySm(QuerySm query, SMPPServerSession source) throws ProcessRequestException {
            throw unknown();
        }

        @Override
        public void onAcceptReplaceSm(ReplaceSm replace, SMPPServerSession source) throws ProcessRequestException {
            throw unknown();
        }

        @Override
        public void onAcceptCancelSm(CancelSm cancel, SMPPServerSession source) throws ProcessRequestException {
            throw unknown();
        }

        @Override
        public BroadcastSmResult onAcceptBroadcastSm(BroadcastSm broadcast, SMPPServerSession source)
                throws ProcessRequestException {
            throw unknown();
        }

        @Override
        public void onAcceptCancelBroadcastSm(CancelBroadcastSm cancel, SMPPServerSession source)
                throws ProcessRequestException {
            throw unknown();
        }

        @Override
        public QueryBroadcastSmResult onAcceptQueryBroadcastSm(QueryBroadcastSm query, SMPPServerSession source)
                throws ProcessRequestException {
            throw unknown();
        }

        @Override
        public DataSmResult onAcceptDataSm(DataSm data, Session source) throws ProcessRequestException {
            throw unknown();
        }
    }
}
