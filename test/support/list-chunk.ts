/** Takes a chunk as the encoders of lists do: for tests of the parts that give it back. */
export { takeListChunk } from '../../src/codecs/list-chunks.js';
