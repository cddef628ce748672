import { SystemClock } from '../../observability/index.js';
import { type ClientRequest, Transport } from '../transport/transport.js';
import { Requests } from './requests.js';

/** Responds to every request with its body. */
class EchoTransport extends Transport {
  readonly bodies: (string | undefined)[] = [];

  async send({ body }: ClientRequest) {
    this.bodies.push(body);
    return Promise.resolve({ status: 200, headers: {}, body: body ?? '{}' });
  }

  stream(): Promise<never> {
    return Promise.reject(new Error('not asked for'));
  }

  async close(): Promise<void> {}
}

describe('Requests.call()', () => {
  it('writes and reads integers of 64 bits exactly', async () => {
    const transport = new EchoTransport();
    const requests = new Requests(transport, { clock: new SystemClock(), timeout: 60_000, userAgent: 'test' });
    const body = { spec: { reading: 9007199254740993n, slots: 3, largest: -(2n ** 63n) } };
    expect(await requests.call({ method: 'POST', path: '/', body })).toEqual(body);
    await requests.call({ method: 'GET', path: '/' });
    expect(transport.bodies).toEqual([
      '{"spec":{"reading":9007199254740993,"slots":3,"largest":-9223372036854775808}}',
      undefined,
    ]);
  });
});
