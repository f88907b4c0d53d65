package dev.tidings.bench.cluster;

import dev.tidings.bench.cluster.ClusterTables.Claim;
import dev.tidings.bench.cluster.Verdict.Breach;
import dev.tidings.lab.cassandra.CassandraLab;
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
 * Insert-if-absent, many callers for each row, with a node killed in the middle: never two winners, and the row that is stored in
 * the end is the one that every answer spoke of. A call that was told that nobody knows counts as neither won nor lost.
 */
final class Races {
    private static final int CALLERS = 8;
    private static final int RACES_AT_ONCE = 4;

    private final CassandraLab lab;
    /** Callers take turns on them, as if they were in processes of their own. */
    private final List<Engine> engines;

    private final Verdict verdict;

    /** What one caller was told: an outcome, or a failure. */
    private record Answer(InsertOutcome<Claim> outcome, Throwable failure) {
        boolean won() {
            return failure == null && outcome.inserted();
        }

        boolean undecided() {
            return failure instanceof StoreException store
                    && (store.reason() == Reason.UNKNOWN_OUTCOME || store.reason() == Reason.UNAVAILABLE);
        }
    }

    Races(CassandraLab lab, List<Engine> engines, Verdict verdict) {
        this.lab = lab;
        this.engines = engines;
        this.verdict = verdict;
    }

    void run(int count, int victim) throws InterruptedException {
        verdict.progress("races for " + count + " rows, and kills node " + victim + " half-way");
        Semaphore free = new Semaphore(RACES_AT_ONCE);
        List<Answer[]> answers = new ArrayList<>();
        for (int race = 0; race < count; race++) {
            free.acquire();
            Answer[] ofRace = new Answer[CALLERS];
            answers.add(ofRace);
            start(race, ofRace).whenComplete((ok, failure) -> free.release());
            if (race == count / 2) {
                lab.node(victim).kill(); // with the races that were started last under way
            }
        }
        free.acquire(RACES_AT_ONCE);
        verdict.progress("starts node " + victim + " again and compares what is stored with what was answered");
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
                    .insertIfAbsent(ClusterTables.CLAIMS, new Claim(race, caller))
                    .handle((outcome, failure) -> answers[caller] = new Answer(outcome, failure));
        }
        return CompletableFuture.allOf(calls);
    }

    private void judge(int race, Answer[] answers) {
        String told = "race " + race + ": " + Arrays.toString(answers);
        long winners = Arrays.stream(answers).filter(Answer::won).count();
        if (winners > 1) {
            verdict.broken(Breach.TWO_WINNERS, told);
        }
        if (Arrays.stream(answers).anyMatch(answer -> answer.failure() != null && !answer.undecided())) {
            verdict.broken(Breach.ERROR, told);
        }
        Optional<Claim> stored =
                engines.get(0).readOne(ClusterTables.claim(race)).join();
        if (stored.isEmpty()) {
            // Fine only if nobody was told that there is a row.
            if (!Arrays.stream(answers).allMatch(Answer::undecided)) {
                verdict.broken(Breach.WRONG_ROW, told + ", stored is none");
            }
            return;
        }
        Answer ofStored = answers[stored.get().claimant()];
        boolean othersSawIt = Arrays.stream(answers)
                .filter(answer -> answer.failure() == null && !answer.won())
                .allMatch(answer -> answer.outcome().existing().equals(stored));
        // Whose row it is has won or was left in the dark; it can't have been told of another one.
        boolean ownerKnows = ofStored.won() || ofStored.undecided();
        if (!othersSawIt || !ownerKnows || winners == 1 && !ofStored.won()) {
            verdict.broken(Breach.WRONG_ROW, told + ", stored is " + stored.get());
        }
    }
}
