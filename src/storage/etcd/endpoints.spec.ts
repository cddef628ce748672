import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { Endpoints } from './endpoints.js';
import { METHODS } from './protocol.js';

const asBytes = (bytes: Buffer): Buffer => bytes;
const service = {
  range: {
    path: METHODS.range.path,
    requestStream: false,
    responseStream: false,
    requestSerialize: asBytes,
    requestDeserialize: asBytes,
    responseSerialize: asBytes,
    responseDeserialize: asBytes,
  } as const,
};

/** A member that refuses its first calls with an error of etcd. */
class Member {
  calls = 0;
  private readonly server = new Server();

  constructor(details: string, refused: number) {
    this.server.addService(service, {
      range: (_call: unknown, answer: (error: object | null, bytes?: Buffer) => void) => {
        const isRefused = ++this.calls <= refused;
        if (isRefused) answer({ code: status.UNAVAILABLE, details });
        else answer(null, Buffer.alloc(0));
      },
    });
  }

  async open(): Promise<Endpoints> {
    const port = await new Promise<number>((resolve, reject) => {
      const credentials = ServerCredentials.createInsecure();
      this.server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
    });
    const servers = [`http://127.0.0.1:${port}`];
    return Endpoints.open({ servers, caFile: '', certFile: '', keyFile: '', prefix: '/registry' });
  }

  close(): void {
    this.server.forceShutdown();
  }
}

describe('Endpoints', () => {
  let member: Member;
  let endpoints: Endpoints;

  const open = async (details: string, refused: number): Promise<void> => {
    member = new Member(details, refused);
    endpoints = await member.open();
  };
  afterEach(() => {
    endpoints.close();
    member.close();
  });

  it.each(['etcdserver: leader changed', 'etcdserver: no leader'])(
    'read again after "%s" until a leader is elected',
    async (details) => {
      await open(details, 4);
      await endpoints.call(METHODS.range, { key: Buffer.from('a') }, { repeatable: true });
      expect(member.calls).toBe(5);
    },
  );

  it('repeat a write that was refused for want of a leader, and none that may have happened', async () => {
    await open('etcdserver: no leader', 2);
    await endpoints.call(METHODS.range, { key: Buffer.from('a') }, { repeatable: false });
    expect(member.calls).toBe(3);
    endpoints.close();
    member.close();
    await open('etcdserver: leader changed', 2);
    const call = endpoints.call(METHODS.range, { key: Buffer.from('a') }, { repeatable: false });
    await expect(call).rejects.toMatchObject({ details: 'etcdserver: leader changed' });
    expect(member.calls).toBe(1);
  });

  it('give up where no leader is elected in time', async () => {
    await open('etcdserver: leader changed', Infinity);
    const call = endpoints.call(METHODS.range, { key: Buffer.from('a') }, { repeatable: true, timeoutMs: 300 });
    await expect(call).rejects.toThrow();
  });
});
