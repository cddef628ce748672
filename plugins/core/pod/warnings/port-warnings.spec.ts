import { FieldPath } from '../../../../src/plugin-api/index.js';
import type { ContainerPort } from '../shape/container.v1.js';
import { portWarnings } from './port-warnings.js';

type Port = Partial<ContainerPort>;

/** The warnings for ports of one container each, without the places that are always the same. */
function warningsFor(...ports: readonly Port[]): string[] {
  const containers = ports.map((port, i) => ({
    name: `c${i}`,
    ports: [{ containerPort: 80, protocol: 'TCP', ...port } as ContainerPort],
  }));
  const texts = portWarnings({ containers }, FieldPath.of('spec'));
  return texts.map((text) => text.replaceAll('spec.containers[', '').replaceAll('].ports[0]', ''));
}

describe('portWarnings()', () => {
  it.each<[string, readonly Port[], string[]]>([
    ['the same port twice', [{}, {}], ['1: duplicate port definition with 0']],
    ['other protocols', [{}, { protocol: 'UDP' }], []],
    ['one that is opened on the host as well', [{ hostPort: 80 }, {}], ['1: overlapping port definition with 0']],
    ['one that is opened at two ports of the host', [{ hostPort: 80 }, { hostPort: 81 }], []],
    [
      'one that is opened at all addresses and at one',
      [{ hostPort: 80 }, { hostPort: 80, hostIP: '10.0.0.1' }],
      ['1: dangerously ambiguous port definition with 0'],
    ],
    [
      'the same the other way round',
      [{ hostPort: 80, hostIP: '10.0.0.1' }, { hostPort: 80, hostIP: '10.0.0.2' }, { hostPort: 80 }],
      ['2: dangerously ambiguous port definition with 0', '2: dangerously ambiguous port definition with 1'],
    ],
    [
      'one that is opened at two addresses',
      [
        { hostPort: 80, hostIP: '10.0.0.1' },
        { hostPort: 80, hostIP: '10.0.0.2' },
      ],
      [],
    ],
    [
      'all that meet, in their order',
      [{ hostPort: 80 }, {}, { hostPort: 81 }, { hostPort: 80 }],
      [
        '1: overlapping port definition with 0',
        '2: overlapping port definition with 1',
        '3: duplicate port definition with 0',
        '3: overlapping port definition with 1',
      ],
    ],
    [
      'an address without a port',
      [{ hostIP: '10.0.0.1' }],
      ['0: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:80 Protocol:TCP HostIP:10.0.0.1}'],
    ],
  ])('reports %s', (_name, ports, expected) => {
    expect(warningsFor(...ports)).toEqual(expected);
  });

  it('reports no more than a response contains', () => {
    expect(warningsFor(...Array<Port>(20_000).fill({}))).toHaveLength(500);
  });
});
