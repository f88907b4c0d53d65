package dev.tidings.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the JavaScript client against a scripted server and clock. */
class ClientJsTest {
    private static Chromium chromium;
    private static ScriptedClient client;

    @BeforeAll
    static void launch() {
        chromium = new Chromium();
        client = new ScriptedClient(chromium);
    }

    @AfterAll
    static void quit() {
        chromium.close();
    }

    @BeforeEach
    void startAfresh() {
        client.startAfresh();
    }

    private Object of(String what) {
        return client.state().get(what);
    }

    // --- connecting and resuming ---

    @Test
    void theTokenTravelsAsASubprotocolAndNotInTheUrl() {
        client.run("inbox.connect()");
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live");
        assertThat(client.list("lab.last().protocols")).containsExactly("tidings.v1", "tidings.token.token1");
    }

    @Test
    void eventsBeforeTheList_areNeitherMissedNorDoubled() {
        client.run("inbox.connect()");
        client.accept();
        assertThat(client.calls()).as("the list comes after the greeting").isEmpty();
        client.respond(
                "GET /v1/me/inbox",
                200,
                "{items: [%s, %s], next: null}".formatted(ScriptedClient.item("n2"), ScriptedClient.item("n1")));
        client.run("lab.holdAnswers()");
        client.event("{event: 'hello', id: 'c2', unread: 2, resumed: false}");
        assertThat(client.calls()).containsExactly("GET /v1/me/inbox?limit=20");
        client.notification("c3", 2, "n2");
        client.notification("c4", 3, "n3");
        client.event("{event: 'read', id: 'c5', unread: 2, notificationId: 'n1'}");
        assertThat(client.status()).isEqualTo("connecting");
        client.run("lab.letAnswersGo()");
        assertThat(client.status()).isEqualTo("live");
        assertThat(of("ids")).isEqualTo(List.of("n3", "n2", "n1"));
        assertThat(of("read")).isEqualTo(List.of("n1"));
        assertThat(of("unread")).isEqualTo(2);
        assertThat(client.list("lab.heard.notification")).containsExactly("n3");
    }

    @Test
    void failedList_startsAfreshInsteadOfResuming() {
        client.run("inbox.connect()");
        client.accept();
        client.respond("GET /v1/me/inbox", 500, "{title: 'Something went wrong here'}");
        client.event("{event: 'hello', id: 'c2', unread: 2, resumed: false}");
        assertThat(client.status()).isEqualTo("waiting");
        assertThat(of("error")).isEqualTo("Something went wrong here");
        client.step(1_000);
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live");
    }

    @Test
    void lostConnection_resumesAtTheLastEvent() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.drop(1006);
        client.step(1_000);
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live?since=c1");
        client.accept();
        client.event("{event: 'hello', id: 'c3', unread: 2, resumed: true}");
        assertThat(client.status()).isEqualTo("live");
        client.notification("c1", 1, "n1");
        client.notification("c2", 2, "n2");
        // The same notification from another process, which numbers its events independently.
        client.notification("c3", 2, "n2");
        assertThat(of("ids")).isEqualTo(List.of("n2", "n1"));
        assertThat(of("unread")).isEqualTo(2);
        assertThat(client.list("lab.heard.notification")).containsExactly("n1", "n2");
        assertThat(client.calls()).as("no second list").containsExactly("GET /v1/me/inbox?limit=20");
    }

    @Test
    void connectionLostDuringCatchUp_skipsNothing() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.drop(1006);
        client.step(1_000);
        client.accept();
        client.event("{event: 'hello', id: 'c9', unread: 5, resumed: true}");
        client.drop(1006);
        client.step(2_000);
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live?since=c1");
    }

    @Test
    void redelivery_doesNotRestoreAnArchivedItem() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.event("{event: 'archived', id: 'c2', unread: 0, notificationId: 'n1'}");
        client.notification("c7", 0, "n1");
        assertThat(of("ids")).isEqualTo(List.of());
    }

    @Test
    void reload_fetchesTheListAndResumesFromItsCursor() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.respond(
                "GET /v1/me/inbox",
                200,
                "{items: [%s, %s], next: null}".formatted(ScriptedClient.item("n5"), ScriptedClient.item("n4")));
        client.event("{event: 'reload', id: 'c80', unread: 7}");
        assertThat(of("ids")).isEqualTo(List.of("n5", "n4"));
        assertThat(of("unread")).isEqualTo(7);
        client.drop(1001);
        client.step(1_000);
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live?since=c80");
    }

    @Test
    void failedReload_startsAfreshInsteadOfResuming() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.respond("GET /v1/me/inbox", 500, "{}");
        client.event("{event: 'reload', id: 'c80', unread: 7}");
        assertThat(client.status()).isEqualTo("waiting");
        client.step(1_000);
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live");
    }

    @Test
    void unknownCursor_isDiscarded() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.drop(1006);
        client.respond("GET /v1/me/live", 400, "{code: 'invalid_cursor'}");
        client.step(1_000);
        client.drop(1006);
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live");
        assertThat(client.status()).isEqualTo("connecting");
    }

    // --- staying connected ---

    @Test
    void backoffGrowsToALimitAndResetsOnceStable() {
        client.goLive();
        client.respond("GET /v1/me/live", 503, "{title: 'Going away'}");
        client.drop(1001);
        for (long pause : new long[] {1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000}) {
            assertThat(client.evaluate("lab.heard.status.at(-1)"))
                    .isEqualTo(java.util.Map.of("status", "waiting", "retryIn", (int) pause));
            int before = client.sockets();
            client.step(pause - 1);
            assertThat(client.sockets()).isEqualTo(before);
            client.step(1);
            assertThat(client.sockets()).isEqualTo(before + 1);
            client.drop(1006);
        }
        client.step(30_000);
        client.accept();
        client.event("{event: 'hello', id: 'c9', unread: 0, resumed: true}");
        client.step(9_999);
        client.drop(1006);
        assertThat(client.evaluate("lab.heard.status.at(-1).retryIn"))
                .as("the connection was not stable yet")
                .isEqualTo(30_000);
        client.step(30_000);
        client.accept();
        client.event("{event: 'hello', id: 'c9', unread: 0, resumed: true}");
        client.step(10_000);
        client.drop(1006);
        assertThat(client.evaluate("lab.heard.status.at(-1).retryIn")).isEqualTo(1_000);
    }

    @Test
    void backoffHasFullJitter() {
        client.goLive();
        client.run("Math.random = () => 0.25");
        client.drop(1006);
        assertThat(client.evaluate("lab.heard.status.at(-1).retryIn")).isEqualTo(250);
    }

    @Test
    void retryAfterIsHonoured() {
        client.run("lab.answers.set('GET /v1/me/live', {status: 429, body: {code: 'too_many_connections',"
                + " title: 'Too many'}, headers: {'Retry-After': '7'}})");
        client.run("inbox.connect()");
        client.drop(1006);
        assertThat(client.evaluate("lab.heard.status.at(-1).retryIn")).isEqualTo(8_000);
        assertThat(client.evaluate("lab.heard.error.at(-1).code")).isEqualTo("too_many_connections");
    }

    @Test
    void silentConnection_isReplacedUnlessHeartbeatsCome() {
        client.goLive();
        client.step(50_000);
        client.event("{event: 'heartbeat'}");
        client.step(59_000);
        assertThat(client.status()).isEqualTo("live");
        client.step(1_000);
        assertThat(client.status()).isEqualTo("waiting");
        assertThat(client.evaluate("lab.sockets[0].readyState")).isEqualTo(3);
        client.step(1_000);
        assertThat(client.sockets()).isEqualTo(2);
    }

    @Test
    void longHeartbeatInterval_extendsTheTimeout() {
        client.run("inbox.connect()");
        client.accept();
        client.event("{event: 'hello', id: 'c0', unread: 0, resumed: false, heartbeat: 600000}");
        client.step(604_000);
        client.run("document.dispatchEvent(new Event('visibilitychange'))");
        assertThat(client.sockets()).isEqualTo(1);
        client.step(605_999);
        assertThat(client.status()).isEqualTo("live");
        client.step(1);
        assertThat(client.status()).isEqualTo("waiting");
    }

    @Test
    void shortHeartbeatInterval_shortensTheTimeout() {
        client.run("inbox.connect()");
        client.accept();
        client.event("{event: 'hello', id: 'c0', unread: 0, resumed: false, heartbeat: 5000}");
        client.step(10_001);
        client.run("document.dispatchEvent(new Event('visibilitychange'))");
        assertThat(client.sockets()).isEqualTo(2);
    }

    @Test
    void missingHello_timesOut() {
        client.run("inbox.connect()");
        client.accept();
        client.step(20_000);
        assertThat(client.status()).isEqualTo("waiting");
    }

    @Test
    void onlineEvent_reconnectsImmediately() {
        client.goLive();
        client.step(5_000);
        client.drop(1006);
        assertThat(client.status()).isEqualTo("waiting");
        client.run("dispatchEvent(new Event('online'))");
        assertThat(client.sockets()).isEqualTo(2);
    }

    @Test
    void repeatedWakeUps_areRateLimited() {
        client.goLive();
        client.respond("GET /v1/me/live", 503, "{}");
        client.drop(1006);
        client.step(1_000);
        client.drop(1006);
        client.run("for (let i = 0; i < 20; i++) document.dispatchEvent(new Event('visibilitychange'))");
        assertThat(client.sockets()).isEqualTo(2);
        client.step(1_000);
        client.run("document.dispatchEvent(new Event('visibilitychange'))");
        assertThat(client.sockets()).isEqualTo(3);
    }

    @Test
    void wakeUpAfterSleep_replacesTheConnection() {
        client.goLive();
        client.step(31_000);
        client.run("document.dispatchEvent(new Event('visibilitychange'))");
        assertThat(client.sockets()).isEqualTo(2);
        assertThat(client.evaluate("lab.sockets[0].readyState")).isEqualTo(3);
    }

    @Test
    void close_stopsReconnecting() {
        client.goLive();
        client.run("inbox.close()");
        client.run("dispatchEvent(new Event('online'))");
        client.step(300_000);
        assertThat(client.sockets()).isEqualTo(1);
        assertThat(client.status()).isEqualTo("closed");
        client.run("inbox.connect()");
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live?since=c0");
    }

    @Test
    void listenerMayCloseDuringBufferedEvents() {
        client.run("inbox.on('notification', () => inbox.close())");
        client.run("inbox.connect()");
        client.accept();
        client.run("lab.holdAnswers()");
        client.event("{event: 'hello', id: 'c0', unread: 0, resumed: false}");
        client.notification("c1", 1, "n1");
        client.run("lab.letAnswersGo()");
        assertThat(client.status()).isEqualTo("closed");
        client.step(300_000);
        assertThat(client.status()).isEqualTo("closed");
        assertThat(of("ids")).isEqualTo(List.of("n1"));
        assertThat(client.list("lab.heard.error")).isEmpty();
        client.run("inbox.connect()");
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live?since=c1");
    }

    @Test
    void listenerMayCloseBeforeAReload() {
        client.respond("GET /v1/me/inbox", 200, "{items: [%s], next: 'p2'}".formatted(ScriptedClient.item("n5")));
        client.goLive();
        client.run("inbox.on('notification', () => inbox.close())");
        client.run("lab.holdAnswers(); inbox.loadMore()");
        client.notification("c1", 1, "n6");
        client.event("{event: 'reload', id: 'c80', unread: 7}");
        client.run("lab.letAnswersGo()");
        assertThat(client.status()).isEqualTo("closed");
        assertThat(client.calls()).hasSize(2);
        client.run("inbox.connect()");
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live?since=c1");
    }

    // --- tokens ---

    @Test
    void expiredToken_isReplacedAndTheStreamResumed() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.event("{event: 'bye', reason: 'expired'}");
        client.drop(4401);
        assertThat(client.list("lab.tokens")).containsExactly("token1", "token2");
        assertThat(client.list("lab.last().protocols")).contains("tidings.token.token2");
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live?since=c1");
    }

    @Test
    void revokedTokens_reconnectWithJitter() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.run("Math.random = () => 0.25");
        client.event("{event: 'bye', reason: 'revoked'}");
        client.drop(4401);
        assertThat(client.status()).isEqualTo("waiting");
        client.step(249);
        assertThat(client.sockets()).isEqualTo(1);
        client.step(1);
        assertThat(client.list("lab.last().protocols")).contains("tidings.token.token2");
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live?since=c1");
    }

    @Test
    void repeatedlyRefusedTokens_endInRefused() {
        client.respond("GET /v1/me/live", 401, "{code: 'unauthenticated', title: 'Missing or invalid credentials'}");
        client.run("inbox.connect()");
        client.drop(1006);
        client.drop(1006);
        client.step(1_000);
        client.drop(1006);
        assertThat(client.status()).isEqualTo("refused");
        assertThat(client.list("lab.tokens")).hasSize(3);
        assertThat(client.evaluate("lab.heard.error.at(-1).code")).isEqualTo("unauthenticated");
        client.step(300_000);
        assertThat(client.sockets()).isEqualTo(3);
    }

    @Test
    void callWithAnExpiredToken_isRetriedWithANewOne() {
        client.goLive();
        client.run("lab.answers.set('POST /v1/me/inbox/n1/read', [{status: 401}, {status: 204}])");
        client.run("await inbox.markRead('n1')");
        assertThat(client.list("lab.calls.filter(call => call.path.endsWith('/read')).map(call => call.token)"))
                .containsExactly("token1", "token2");
    }

    @Test
    void missingToken_endsInRefused() {
        client.run("lab.make({token: () => null}); inbox.connect()");
        assertThat(client.status()).isEqualTo("refused");
        assertThat(client.evaluate("lab.heard.error.at(-1).code")).isEqualTo("no_token");
        assertThat(client.sockets()).isZero();
    }

    @Test
    void failingTokenFunction_isRetried() {
        client.run("let asked = 0; lab.make({token: () => { if (asked++ === 0) throw new Error('backend is down');"
                + " return 'late'; }}); inbox.connect()");
        assertThat(client.status()).isEqualTo("waiting");
        assertThat(client.evaluate("lab.heard.error.at(-1).message")).isEqualTo("backend is down");
        client.step(1_000);
        assertThat(client.list("lab.last().protocols")).contains("tidings.token.late");
    }

    @Test
    void forbiddenOrigin_isNotRetried() {
        client.respond(
                "GET /v1/me/live", 403, "{code: 'origin_not_allowed', title: 'Pages of this origin may not call'}");
        client.run("inbox.connect()");
        client.drop(1006);
        assertThat(client.status()).isEqualTo("refused");
        assertThat(of("error")).isEqualTo("Pages of this origin may not call");
    }

    // --- user actions ---

    @Test
    void readMark_appliesWithItsEvent() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.run("await inbox.markRead('n1')");
        assertThat(of("read")).isEqualTo(List.of());
        client.event("{event: 'read', id: 'c2', unread: 0, notificationId: 'n1'}");
        assertThat(of("read")).isEqualTo(List.of("n1"));
        assertThat(of("unread")).isEqualTo(0);
        client.event("{event: 'unread', id: 'c3', unread: 1, notificationId: 'n1'}");
        assertThat(of("read")).isEqualTo(List.of());
    }

    @Test
    void readMarkWithoutAConnection_appliesOnSuccess() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.notification("c2", 2, "n2");
        client.drop(1006);
        client.respond("GET /v1/me/unread", 200, "{unread: 1}");
        client.run("await inbox.markRead('n1')");
        assertThat(of("read")).isEqualTo(List.of("n1"));
        assertThat(of("unread")).isEqualTo(1);
        client.run("await inbox.archive('n2')");
        assertThat(of("ids")).isEqualTo(List.of("n1"));
    }

    @Test
    void failedAction_rejectsWithTheProblem() {
        client.goLive();
        client.respond("POST /v1/me/inbox/n9/archive", 404, "{code: 'not_found', title: 'Not found'}");
        assertThat(client.evaluate(
                        "inbox.archive('n9').catch(error => [error.name, error.status, error.code, error.message])"))
                .isEqualTo(List.of("TidingsError", 404, "not_found", "Not found"));
    }

    @Test
    void allRead_marksWhatIsBetweenTheTimes() {
        client.respond(
                "GET /v1/me/inbox",
                200,
                "{items: [%s, %s, %s], next: null}"
                        .formatted(ScriptedClient.item("n3"), ScriptedClient.item("n2"), ScriptedClient.item("n1")));
        client.goLive();
        client.event("{event: 'all_read', id: 'c1', unread: 0, from: '2026-01-01T00:00:01Z',"
                + " upTo: '2026-01-01T00:00:02.000Z'}");
        assertThat(of("read")).isEqualTo(List.of("n2", "n1"));
        assertThat(of("unread")).isEqualTo(0);
    }

    @Test
    void unarchivedItem_isFetched() {
        client.goLive();
        client.respond("GET /v1/me/inbox", 200, "{items: [%s], next: null}".formatted(ScriptedClient.item("n1")));
        client.event("{event: 'unarchived', id: 'c1', unread: 1, notificationId: 'n1'}");
        assertThat(of("ids")).isEqualTo(List.of("n1"));
        client.drop(1006);
        client.step(1_000);
        assertThat(client.evaluate("lab.last().url")).isEqualTo("ws://tidings.test/v1/me/live?since=c1");
    }

    @Test
    void olderPages_skipKnownAndArchivedItems() {
        client.respond(
                "GET /v1/me/inbox",
                200,
                "{items: [%s, %s], next: 'p2'}".formatted(ScriptedClient.item("n5"), ScriptedClient.item("n4")));
        client.goLive();
        assertThat(of("hasMore")).isEqualTo(true);
        client.respond(
                "GET /v1/me/inbox",
                200,
                "{items: [%s, %s, %s], next: null}"
                        .formatted(ScriptedClient.item("n4"), ScriptedClient.item("n3"), ScriptedClient.item("n2")));
        client.run("lab.holdAnswers(); inbox.loadMore(); inbox.loadMore()");
        client.event("{event: 'archived', id: 'c1', unread: 0, notificationId: 'n3'}");
        client.notification("c2", 1, "n6");
        client.run("lab.letAnswersGo()");
        assertThat(of("ids")).isEqualTo(List.of("n6", "n5", "n4", "n2"));
        assertThat(of("hasMore")).isEqualTo(false);
        assertThat(client.calls()).containsExactly("GET /v1/me/inbox?limit=20", "GET /v1/me/inbox?limit=20&cursor=p2");
    }

    @Test
    void stalePage_isFetchedAgain() {
        client.respond("GET /v1/me/inbox", 200, "{items: [%s], next: 'p2'}".formatted(ScriptedClient.item("n5")));
        client.goLive();
        client.run("lab.holdAnswers()");
        client.event("{event: 'reload', id: 'c1', unread: 3}");
        client.respond(
                "GET /v1/me/inbox",
                200,
                "{items: [%s, %s], next: null}".formatted(ScriptedClient.item("n4"), ScriptedClient.item("n3")));
        client.run("inbox.loadMore()");
        client.event("{event: 'archived', id: 'c2', unread: 2, notificationId: 'n4'}");
        client.respond("GET /v1/me/inbox", 200, "{items: [%s], next: null}".formatted(ScriptedClient.item("n3")));
        client.run("lab.letAnswersGo()");
        assertThat(of("ids")).isEqualTo(List.of("n5", "n3"));
        assertThat(of("hasMore")).isEqualTo(false);
        assertThat(client.status()).isEqualTo("live");
        client.notification("c3", 3, "n6");
        assertThat(of("ids")).as("nothing is held back any more").isEqualTo(List.of("n6", "n5", "n3"));
    }

    // --- acknowledging ---

    @Test
    void acknowledgements_areBatched() {
        client.goLive();
        client.run("for (let n = 0; n < 150; n++) lab.last().say({event: 'notification', id: 'c' + n, unread: 1,"
                + " notification: {id: 'n' + n, at: '2026-01-01T00:00:00Z', readAt: null}})");
        assertThat(client.list("lab.last().sent")).isEmpty();
        client.step(200);
        assertThat(client.list("lab.last().sent.map(message => message.ack.length)"))
                .containsExactly(100);
        client.step(200);
        assertThat(client.list("lab.last().sent.map(message => message.ack.length)"))
                .containsExactly(100, 50);
        assertThat(client.evaluate("new Set(lab.last().sent.flatMap(message => message.ack)).size"))
                .isEqualTo(150);
    }

    @Test
    void unsentAcknowledgements_goWithTheNextConnection() {
        client.goLive();
        client.notification("c1", 1, "n1");
        client.drop(1006);
        client.step(1_000);
        client.accept();
        client.event("{event: 'hello', id: 'c1', unread: 1, resumed: true}");
        client.step(200);
        assertThat(client.list("lab.sockets[0].sent")).isEmpty();
        assertThat(client.list("lab.last().sent.flatMap(message => message.ack)"))
                .containsExactly("n1");
    }

    // --- errors of the page ---

    @Test
    void failingListener_isReportedAndHarmless() {
        client.goLive();
        client.run("inbox.on('notification', () => { throw new Error('my own mistake') })");
        client.notification("c1", 1, "n1");
        client.notification("c2", 2, "n2");
        assertThat(of("ids")).isEqualTo(List.of("n2", "n1"));
        assertThat(client.pageErrors()).hasSize(2).allMatch(error -> error.contains("my own mistake"));
    }

    @Test
    void changeEvents_areCoalesced() {
        client.goLive();
        int before = (int) client.evaluate("lab.heard.changes");
        client.run("for (let n = 1; n < 9; n++) lab.last().say({event: 'notification', id: 'c' + n, unread: n,"
                + " notification: {id: 'n' + n, at: '2026-01-01T00:00:00Z', readAt: null}})");
        assertThat(client.evaluate("lab.heard.changes")).isEqualTo(before + 1);
    }

    @Test
    void unsubscribedListener_isNotCalled() {
        client.goLive();
        client.run("window.seen = 0; window.off = inbox.on('notification', () => window.seen++)");
        client.notification("c1", 1, "n1");
        client.run("off()");
        client.notification("c2", 2, "n2");
        assertThat(client.evaluate("window.seen")).isEqualTo(1);
    }

    @Test
    void invalidOptionsAreRefused() {
        for (String options :
                List.of("{token: 'text'}", "{transport: 'pigeon'}", "{pageSize: 0}", "{url: 'nowhere'}")) {
            assertThat(client.evaluate(
                            "(() => { try { lab.make(%s) } catch (e) { return e.name } })()".formatted(options)))
                    .as(options)
                    .isEqualTo("TypeError");
        }
    }

    // --- without a WebSocket ---

    @Test
    void eventStream_isParsedAcrossChunks() {
        client.run("lab.make({transport: 'sse'}); inbox.connect()");
        assertThat(client.calls()).containsExactly("GET /v1/me/live");
        client.run("lab.feed('retry: 2000\\n\\nid: c0\\ndata: {\"event\":\"hello\",\"id\":\"c0\",\"unread\":0,')");
        client.run("lab.feed('\"resumed\":false}\\n\\n: a comment\\n\\n')");
        client.page().waitForFunction("() => inbox.status === 'live'");
        client.run("""
            const event = {event: 'notification', id: 'c1', unread: 1, notification: %s};
            event.notification.title = 'Grüße';
            const bytes = `event: notification\\r\\nid: c1\\r\\ndata: ${JSON.stringify(event)}\\r\\n\\r\\n`;
            for (const letter of bytes) lab.feed(letter);
            """.formatted(ScriptedClient.item("n1")));
        client.page().waitForFunction("() => inbox.items.length === 1");
        assertThat(client.evaluate("inbox.items[0].title")).isEqualTo("Grüße");
        client.step(200);
        assertThat(client.calls()).contains("POST /v1/me/inbox/n1/ack");
        client.run("lab.endStream()");
        client.page().waitForFunction("() => inbox.status === 'waiting'");
        client.step(1_000);
        assertThat(client.calls()).endsWith("GET /v1/me/live?since=c1");
    }

    @Test
    void eventStreamWithAnExpiredToken_getsANewOne() {
        client.run("lab.make({transport: 'sse'}); inbox.connect()");
        client.run("lab.feed('data: {\"event\":\"bye\",\"reason\":\"expired\"}\\n\\n'); lab.endStream()");
        client.page().waitForFunction("() => lab.calls.length === 2");
        assertThat(client.list("lab.calls.map(call => call.token)")).containsExactly("token1", "token2");
    }

    @Test
    void refusedEventStream_reportsTheProblem() {
        client.respond(
                "GET /v1/me/live", 403, "{code: 'origin_not_allowed', title: 'Pages of this origin may not call'}");
        client.run("lab.make({transport: 'sse'}); inbox.connect()");
        assertThat(client.status()).isEqualTo("refused");
        assertThat(client.evaluate("lab.heard.error.at(-1).code")).isEqualTo("origin_not_allowed");
    }
}
