import type { TestServer } from './start-test-server.js';
import type { TestAnswer } from './test-client.js';

/** Reads an object in a format and writes the bytes back as they came. */
export async function writeBack(server: TestServer, at: string, mediaType: string): Promise<TestAnswer> {
  const answer = await server.client.open('GET', at, { headers: { accept: mediaType } });
  const body = Buffer.concat(await answer.toArray());
  return server.request('PUT', at, { body, headers: { 'content-type': mediaType } });
}
