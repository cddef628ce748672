/** Most header bytes that are read of an answer. */
export const MAX_HEADER_BYTES = 1 << 20;

/** How much of an answer that tells of a failure is read, in bytes (upstream: the response checker of streams). */
export const MAX_FAULT_BYTES = 50_000;
