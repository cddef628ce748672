/** Most header bytes that are read of an answer. */
export const MAX_HEADER_BYTES = 1 << 20;

/** Maximum number of bytes that are read of an error response (upstream: the response checker of streams). */
export const MAX_FAULT_BYTES = 50_000;
