import type { Page } from 'puppeteer-core';
import { type ChromiumSettings, startChromium } from '../../support/chromium.js';

/** The console in a browser, with what it complained of. */
export interface ConsolePage {
  readonly page: Page;
  /** Violations of the content security policy, exceptions, and failed loads of files. */
  readonly faults: readonly string[];
  /** Signs in with a token. */
  signIn(token: string): Promise<void>;
  /** Opens a place in the console. */
  go(fragment: string): Promise<void>;
  /** Waits until the page contains a text. */
  shows(text: string): Promise<void>;
  /** Clicks the button with a text. */
  click(text: string): Promise<void>;
  /** Removes faults that a test has caused. */
  forgive(pattern: RegExp): void;
  close(): Promise<void>;
}

const PATIENCE_MS = 80_000;
/** Denied requests are part of the tests. */
const EXPECTED = /Failed to load resource: the server responded with a status of (400|401|403|404|409|422|429)/;

// Scripts of the page are texts: the types of the tests are those of Node.
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy violated: ' + violatedDirective + ' ' + blockedURI))`;

/** Opens the console of a server in a new browser. */
export async function openConsole(url: string, settings?: ChromiumSettings): Promise<ConsolePage> {
  const browser = await startChromium(settings);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.evaluateOnNewDocument(REPORT_VIOLATIONS);
  await page.goto(`${url}/console`);
  const shows = async (text: string): Promise<void> => {
    await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`);
  };
  return {
    page,
    faults,
    shows,
    signIn: async (token) => {
      await page.type('#token', token);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.sidebar details');
    },
    go: async (fragment) => {
      await page.evaluate(`void (location.hash = ${JSON.stringify(fragment)})`);
    },
    click: async (text) => {
      await page.locator(`::-p-xpath(//button[contains(., "${text}")])`).click();
    },
    forgive: (pattern) => {
      const others = faults.filter((fault) => !pattern.test(fault));
      faults.splice(0, faults.length, ...others);
    },
    close: () => browser.close(),
  };
}

/** Types a text into a field, in place of what is there. */
export async function fill({ page }: ConsolePage, name: string, text: string): Promise<void> {
  await page.waitForSelector(`[name=${name}]`);
  await page.click(`[name=${name}]`, { count: 3 });
  await page.keyboard.press('Backspace');
  await page.type(`[name=${name}]`, text);
}

/** Presses a key together with Ctrl. */
export async function pressChord({ page }: ConsolePage, key: 'k' | 'f'): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}

/** The text of the editor, while it takes input: a script of the page. Its code is loaded after its place is there. */
export const EDITOR = `document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-content[contenteditable=true]')`;

/** Replaces a line in the editor, as an edit by hand does, and answers the whole text. */
export async function replaceInEditor({ page }: ConsolePage, from: string, to: readonly string[]): Promise<string> {
  const hasText = `includes(${JSON.stringify(from)})`;
  await page.waitForFunction(`${EDITOR}?.innerText.${hasText}`);
  await page.evaluate(
    `getSelection().selectAllChildren([...${EDITOR}.querySelectorAll('.cm-line')].find((line) => line.textContent.${hasText}))`,
  );
  for (const [index, line] of to.entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
  // The list of completions takes the next Escape.
  await page.keyboard.press('Escape');
  return (await page.evaluate(`${EDITOR}.innerText`)) as string;
}
