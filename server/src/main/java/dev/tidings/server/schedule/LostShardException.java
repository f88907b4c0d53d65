package dev.tidings.server.schedule;

/** Thrown when another process has taken over the shard. */
final class LostShardException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostShardException(ShardId shard, long epoch, long later) {
        super("shard " + shard.shard() + " of layout " + shard.layout() + ", held with epoch " + epoch
                + ", was taken over with epoch " + later);
    }
}
