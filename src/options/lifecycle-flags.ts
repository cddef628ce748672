import { section } from './flag.js';
import { durationKind, numberKind, switchKind } from './flag-kinds.js';

/** The flags of the end of connections and of the server. */
export const lifecycle = section('Generic')
  .flag('goaway-chance', ['serving', 'goawayChance'], {
    kind: numberKind,
    help: 'Fraction of HTTP/2 requests whose connection is ended by GOAWAY, so that clients spread over servers; 0 to 0.02.',
  })
  .flag('shutdown-delay-duration', ['serving', 'shutdownDelay'], {
    kind: durationKind,
    help: 'Delay of the shutdown, during which requests are served and /readyz fails.',
  })
  .flag('shutdown-send-retry-after', ['serving', 'shutdownSendRetryAfter'], {
    kind: switchKind,
    help: 'Reject requests that come after the delay of the shutdown with 429 and Retry-After, while others are finished.',
  })
  .flag('shutdown-watch-termination-grace-period', ['serving', 'shutdownWatchTerminationGracePeriod'], {
    kind: durationKind,
    help: 'Maximum time over which watches are ended at shutdown, spread evenly; 0 ends them at once.',
  });
