import { describeWithEtcd } from '../support/etcd.js';
import { describeWithKubectl } from '../support/kubectl.js';
import { pageWalk } from '../support/walkthrough/page-walk.js';

describeWithKubectl('walkthroughs', () => {
  // Debian's etcd is not on every machine; CI installs it.
  describeWithEtcd('with etcd', () => {
    it.each([
      ['moving-a-store', 20],
      ['replicas', 15],
    ])('docs/%s.md works from the first to the last line', pageWalk());
  });
});
