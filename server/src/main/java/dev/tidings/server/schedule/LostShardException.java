package dev.tidings.server.schedule;

/**
 * Thrown when the owner of a shard renews its lease or writes its cursor and finds that another process has taken over the shard. The
 * worker then stops sweeping it.
 */
final class LostShardException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostShardException(ShardId shard, long epoch, long later) {
        super("shard " + shard.shard() + " of layout " + shard.layout() + ", held with epoch " + epoch
                + ", was taken over with epoch " + later);
    }
}
