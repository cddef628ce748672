import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { describeWithChromium, startChromium } from '../support/chromium.js';
import { run } from '../support/packed-package.js';

describeWithChromium('the site of the documentation, opened as files', () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-site-'));
    await run(process.execPath, [resolve('tools', 'docs.mjs'), folder]);
    browser = await startChromium();
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(pathToFileURL(join(folder, 'tutorial.html')).href);
  });

  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('searches, by keyboard alone', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('aggregation layer version');
    await page.keyboard.press('Backspace');
    await page.waitForSelector('#results a');
    await page.keyboard.press('ArrowDown');
    const target = await page.evaluate('document.activeElement.href');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).toBe(target);
    expect(complaints).toEqual([]);
  });

  it('keeps the theme that was chosen', async () => {
    const background = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
    expect(await background()).toBe('rgb(255, 255, 255)');
    await page.click('#theme');
    const dark = await background();
    expect(dark).not.toBe('rgb(255, 255, 255)');
    await page.reload();
    expect(await background()).toBe(dark);
  });

  it('fits on a small screen, with its pages behind a button', async () => {
    await page.setViewport({ width: 390, height: 800 });
    await page.goto(pathToFileURL(join(folder, 'metrics.html')).href);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await page.$eval('#pages', (pages) => pages.checkVisibility())).toBe(false);
    await page.click('#menu');
    expect(await page.$eval('#pages', (pages) => pages.checkVisibility())).toBe(true);
  });
});
