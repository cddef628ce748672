import { leastWait } from './looks.js';
import { probedServer } from './probed-server.js';
import { MOST_LATENCY } from './support.js';

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests?dryRun=All';

const attacked = probedServer();

const BEGIN = '-----BEGIN CERTIFICATE REQUEST-----\n';
const END = '-----END CERTIFICATE REQUEST-----\n';

function certificateRequest(pem: string): string {
  const request = Buffer.from(pem).toString('base64');
  const spec = { request, signerName: 'example.com/s', usages: ['client auth'] };
  return JSON.stringify({ metadata: { name: 'a' }, spec });
}

it.each<[string, string, string]>([
  ['beginnings in PEM', REQUESTS, certificateRequest(BEGIN.repeat(60_000))],
  ['headers in PEM', REQUESTS, certificateRequest(`${BEGIN}${'a: b\n'.repeat(300_000)}${END}`)],
  ['blocks in PEM', REQUESTS, certificateRequest(`${BEGIN}${END}`.repeat(30_000))],
])('answers while it reads many %s', async (_what, path, body) => {
  const work = async (): Promise<void> => {
    const { status } = await attacked.server.admin.request('POST', path, { body });
    expect(status).toBeLessThan(500);
  };
  expect(await leastWait({ prober: attacked.prober, work })).toBeLessThan(MOST_LATENCY);
});
