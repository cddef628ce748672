import { errorsPage } from '../support/reference/errors-page.js';
import { commandsPage, flagsPage } from '../support/reference/flags-page.js';
import { writtenPage } from '../support/reference/written-page.js';

describe('The reference', () => {
  it.each([
    ['flags', flagsPage],
    ['commands', commandsPage],
    ['errors', errorsPage],
  ])('of %s is that of the code', (name, make) => {
    const page = make();
    expect(writtenPage(name, page)).toBe(page);
  });

  it('has what the code declares', () => {
    expect(flagsPage()).toMatch(/^\| `--secure-port` \| `6443` \| /m);
    expect(flagsPage()).toMatch(/^\| `WatchList` \| BETA - default=true \|$/m);
    expect(commandsPage()).toMatch(/^\| `--token-file FILE` \| /m);
    expect(errorsPage()).toMatch(/^\| 404 \| NotFound \| the named object does not exist \| `notFound\(\)` \|$/m);
    expect(errorsPage()).toMatch(
      /^\| 429 \| TooManyRequests \| `plugins\/core\/event\/event-rate-limit.admission.ts` \|$/m,
    );
    expect(errorsPage()).toMatch(/^\| FieldValueRequired \| /m);
    expect(errorsPage()).toMatch(/^\| `Corrupt` \| /m);
  });
});
