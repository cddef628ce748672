import { Writable } from 'node:stream';
import { MetricsRegistry, createLogger } from '../observability/index.js';
import { UnreadableValues } from './unreadable-values.js';

const secrets = { group: '', resource: 'secrets' };

function recording(): { values: UnreadableValues; metrics: MetricsRegistry; lines: string[] } {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const metrics = new MetricsRegistry();
  return { values: new UnreadableValues(metrics, createLogger({ destination })), metrics, lines };
}

describe('UnreadableValues.report()', () => {
  it('counts every time and logs every key once', async () => {
    const { values, metrics, lines } = recording();
    for (const key of ['/registry/secrets/a', '/registry/secrets/a', '/registry/secrets/b']) {
      values.report(secrets, key, 'it is not JSON');
    }
    expect(await metrics.expose()).toContain('apiserver_storage_decode_errors_total{resource="secrets"} 3');
    expect(lines.map((line) => JSON.parse(line).key)).toEqual(['/registry/secrets/a', '/registry/secrets/b']);
  });

  it('logs no more than a thousand keys', () => {
    const { values, lines } = recording();
    for (let i = 0; i < 1200; i++) values.report(secrets, `/registry/secrets/${i}`, 'it is not JSON');
    expect(lines).toHaveLength(1000);
  });
});
