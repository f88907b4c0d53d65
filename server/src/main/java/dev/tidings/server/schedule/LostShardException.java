package dev.tidings.server.schedule;

/**
 * Thrown when a process renews the lease or raises the cursor of a shard and finds that another process has taken the shard over. The
 * worker then stops sweeping it.
 */
final class LostShardException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostShardException(ShardId shard, long epoch, long later) {
        super("shard " + shard.shard() + " of layout " + shard.layout() + ", held with epoch " + epoch
                + ", was taken over with epoch " + later);
    }
}
