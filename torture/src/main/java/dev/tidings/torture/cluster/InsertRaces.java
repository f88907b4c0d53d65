package dev.tidings.torture.cluster;

import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.torture.cluster.ClusterReport.ClusterViolation;
import dev.tidings.torture.cluster.ClusterTables.ClaimRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * Races many callers for each row with insert-if-absent, and kills a node halfway: never two winners, and the stored row matches every
 * answer. A call with an unknown outcome counts as neither won nor lost.
 */
final class InsertRaces {
    private static final int CALLERS = 8;
    private static final int CONCURRENT_RACES = 4;

    private final CassandraLab lab;
    /** Callers alternate between the engines, as if they ran in separate processes. */
    private final List<Engine> engines;

    private final ClusterReport verdict;

    /** The answer to one caller: an outcome or a failure. */
    private record Answer(InsertOutcome<ClaimRow> outcome, Throwable failure) {
        boolean won() {
            return failure == null && outcome.inserted();
        }

        boolean undecided() {
            return failure instanceof StoreException store
                    && (store.reason() == Reason.UNKNOWN_OUTCOME || store.reason() == Reason.UNAVAILABLE);
        }
    }

    InsertRaces(CassandraLab lab, List<Engine> engines, ClusterReport verdict) {
        this.lab = lab;
        this.engines = engines;
        this.verdict = verdict;
    }

    void run(int count, int victim) throws InterruptedException {
        verdict.progress("racing for " + count + " rows, killing node " + victim + " halfway");
        Semaphore permits = new Semaphore(CONCURRENT_RACES);
        List<Answer[]> answers = new ArrayList<>();
        for (int race = 0; race < count; race++) {
            permits.acquire();
            Answer[] ofRace = new Answer[CALLERS];
            answers.add(ofRace);
            start(race, ofRace).whenComplete((ok, failure) -> permits.release());
            if (race == count / 2) {
                lab.node(victim).kill(); // while the latest races are in flight
            }
        }
        permits.acquire(CONCURRENT_RACES);
        verdict.progress("restarting node " + victim + " and comparing stored rows with the answers");
        lab.node(victim).start();
        lab.awaitAllUp();
        int undecided = 0;
        for (int race = 0; race < count; race++) {
            judge(race, answers.get(race));
            undecided += (int)
                    Arrays.stream(answers.get(race)).filter(Answer::undecided).count();
        }
        verdict.raced(count, undecided);
    }

    private CompletableFuture<Void> start(int race, Answer[] answers) {
        CompletableFuture<?>[] calls = new CompletableFuture<?>[CALLERS];
        for (int i = 0; i < CALLERS; i++) {
            int caller = i;
            calls[i] = engines.get(caller % engines.size())
                    .insertIfAbsent(ClusterTables.CLAIMS, new ClaimRow(race, caller))
                    .handle((outcome, failure) -> answers[caller] = new Answer(outcome, failure));
        }
        return CompletableFuture.allOf(calls);
    }

    private void judge(int race, Answer[] answers) {
        String evidence = "race " + race + ": " + Arrays.toString(answers);
        long winners = Arrays.stream(answers).filter(Answer::won).count();
        if (winners > 1) {
            verdict.violated(ClusterViolation.TWO_WINNERS, evidence);
        }
        if (Arrays.stream(answers).anyMatch(answer -> answer.failure() != null && !answer.undecided())) {
            verdict.violated(ClusterViolation.ERROR, evidence);
        }
        Optional<ClaimRow> stored =
                engines.get(0).readOne(ClusterTables.claim(race)).join();
        if (stored.isEmpty()) {
            // Correct only if no caller was told that there is a row.
            if (!Arrays.stream(answers).allMatch(Answer::undecided)) {
                verdict.violated(ClusterViolation.WRONG_ROW, evidence + ", stored is none");
            }
            return;
        }
        Answer ofStored = answers[stored.get().claimant()];
        boolean othersSawIt = Arrays.stream(answers)
                .filter(answer -> answer.failure() == null && !answer.won())
                .allMatch(answer -> answer.outcome().existing().equals(stored));
        // The caller that wrote the row has won or got an unknown outcome; it cannot have been told of another row.
        boolean ownerKnows = ofStored.won() || ofStored.undecided();
        if (!othersSawIt || !ownerKnows || winners == 1 && !ofStored.won()) {
            verdict.violated(ClusterViolation.WRONG_ROW, evidence + ", stored is " + stored.get());
        }
    }
}
