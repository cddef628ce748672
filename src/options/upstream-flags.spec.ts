import { FLAGS } from './flags.js';
import { parseArguments } from './argument-parser.js';
import { upstreamRemedy } from './upstream-flags.js';

describe('upstreamRemedy()', () => {
  it.each([
    ['etcd-servers', '--data-dir'],
    ['etcd-cafile', '--data-dir'],
    ['admission-control', '--enable-admission-plugins'],
    ['tls-sni-cert-key', '--tls-cert-file'],
  ])('names what to use in place of --%s', (name, expected) => {
    expect(upstreamRemedy(name)).toContain(expected);
  });

  it.each(['etcd-nothing', 'data-dirs', 'constructor'])('knows nothing about --%s', (name) => {
    expect(upstreamRemedy(name)).toBeUndefined();
  });

  it('is the remedy of an unknown flag', () => {
    const flags = FLAGS.filter((flag) => !flag.name.startsWith('etcd-'));
    expect(parseArguments(['--etcd-prefix=/registry'], flags).problems).toEqual([
      {
        option: '--etcd-prefix',
        message: 'this flag of kube-apiserver is not supported',
        remedy: upstreamRemedy('etcd-prefix'),
      },
    ]);
  });
});
