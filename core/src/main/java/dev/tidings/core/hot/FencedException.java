package dev.tidings.core.hot;

/** The refusal of a change because a later owner of its partition was seen. Nothing was changed. */
public final class FencedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FencedException(OwnerEpoch owner, long latest) {
        super("partition " + owner.partition() + " has an owner of epoch " + latest + ", this one is of epoch "
                + owner.epoch());
    }
}
