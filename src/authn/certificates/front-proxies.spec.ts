import type { AuthenticationOptions } from '../../options/index.js';
import { FrontProxies } from './front-proxies.js';

const FLAGS = {
  requestHeaderClientCaFile: '/ca',
  requestHeaderUsernameHeaders: ['X-Remote-User', 'x-other'],
  requestHeaderUidHeaders: ['X-Remote-Uid'],
  requestHeaderGroupHeaders: ['X-Remote-Group'],
  requestHeaderExtraPrefixes: ['X-Remote-Extra-'],
  requestHeaderAllowedNames: ['Front', 'Other'],
} as unknown as AuthenticationOptions;

describe('FrontProxies.ofOptions()', () => {
  it('believes what the flags name, headers in lower case', () => {
    expect(FrontProxies.ofOptions(FLAGS).current).toEqual({
      names: {
        username: ['x-remote-user', 'x-other'],
        uid: ['x-remote-uid'],
        group: ['x-remote-group'],
        extraPrefixes: ['x-remote-extra-'],
      },
      allowedNames: new Set(['Front', 'Other']),
    });
  });

  it('believes none without an authority', () => {
    expect(FrontProxies.ofOptions({ ...FLAGS, requestHeaderClientCaFile: '' }).current).toBeUndefined();
  });
});
