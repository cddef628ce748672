import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';

/** Where Debian's package has it; another place by the variable. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** `describe`, or where there is no Chromium to run a `describe.skip` that says so. */
export const describeWithChromium: typeof describe | typeof describe.skip = existsSync(CHROMIUM)
  ? describe
  : skipAloud();

/** A browser of one test. */
export interface ChromiumSettings {
  /** The program to start in place of Chromium's own. */
  readonly program?: string;
  /** The directory with its certificates, `.pki/nssdb`: it then trusts no others. */
  readonly home?: string;
}

/** Starts a browser that trusts any certificate: those of test servers are signed by authorities of their own. */
export function startChromium({ program = CHROMIUM, home }: ChromiumSettings = {}): Promise<Browser> {
  return puppeteer.launch({
    executablePath: program,
    acceptInsecureCerts: home === undefined,
    ...(home !== undefined && { env: { ...process.env, HOME: home } }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--lang=en-US'],
    defaultViewport: { width: 1280, height: 800 },
  });
}

function skipAloud(): typeof describe.skip {
  process.stderr.write(
    'There is no Chromium: the console is not tested. Install the package chromium, or set CHROMIUM.\n',
  );
  return describe.skip;
}
