import { dropDisabledMembers } from './disabled-members.js';

interface Part {
  kept?: number;
  gated?: number;
}

describe('dropDisabledMembers()', () => {
  const drop = (isOn: boolean, now: Part, old?: Part): Part => {
    dropDisabledMembers({ now, old }, [['Gate', 'gated']], (gate) => isOn && gate === 'Gate');
    return now;
  };

  it('drops a member while its gate is off and the stored object does not use it', () => {
    expect(drop(false, { kept: 1, gated: 2 })).toEqual({ kept: 1 });
    expect(drop(false, { gated: 2 }, {})).toEqual({});
    expect(drop(false, { gated: 2 }, { gated: 1 })).toEqual({ gated: 2 });
    expect(drop(true, { gated: 2 })).toEqual({ gated: 2 });
  });
});
