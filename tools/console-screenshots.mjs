// Makes the pictures of docs/console.md from its own server: node tools/console-screenshots.mjs. Needs Chromium.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { ensureBuilt } from './build.mjs';
import { root } from './install.mjs';

const TOKEN = 'admin-token';
const HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
const PICTURES = join(root, 'docs', 'images');
const WEB = '#/r/apps/deployments/default/web';
const SETTLE = 1500;
/** Two more readings of the metrics: the charts have lines. */
const LINES = 12_000;

/** Serves with fake nodes; answers the URL once it listens. */
async function startServer(directory) {
  writeFileSync(join(directory, 'tokens.csv'), `${TOKEN},admin,1,"system:masters"\n`);
  const flags = ['--console', '--decision-trace', '--secure-port=0', `--token-auth-file=${directory}/tokens.csv`];
  const main = join(root, 'dist', 'src', 'main.js');
  const child = spawn(process.execPath, [main, 'up', '--nodes=2', `--data-dir=${directory}/data`, ...flags]);
  for await (const chunk of child.stdout) {
    const url = /listens on (\S+)/.exec(String(chunk))?.[1];
    if (url) return { child, url };
  }
  throw new Error('the server did not start');
}

/** Sends requests from the page: it trusts the certificate of the server. */
function send(page, method, path, body) {
  const request = { method, headers: HEADERS, body: JSON.stringify(body) };
  return page.evaluate(`fetch(${JSON.stringify(path)}, ${JSON.stringify(request)}).then((answer) => answer.status)`);
}

async function fill(page) {
  const template = (name) => ({
    metadata: { labels: { app: name } },
    spec: { containers: [{ name: 'main', image: 'nginx:1.27' }] },
  });
  for (const [name, replicas] of Object.entries({ web: 3, api: 2, worker: 4, mail: 1, search: 2 })) {
    const spec = { replicas, selector: { matchLabels: { app: name } }, template: template(name) };
    await send(page, 'POST', '/apis/apps/v1/namespaces/default/deployments?fieldManager=kubectl', {
      metadata: { name, labels: { app: name } },
      spec,
    });
  }
}

async function show(page, fragment, theme) {
  await page.evaluate(
    `location.hash = ${JSON.stringify(fragment)}; document.documentElement.dataset.theme = '${theme}'`,
  );
  await sleep(SETTLE);
}

async function review(page) {
  await page.locator('::-p-xpath(//button[contains(., "Edit")])').click();
  const content = `document.querySelector('.editor-host').shadowRoot.querySelector('.cm-content')`;
  const line = `[...${content}.querySelectorAll('.cm-line')].find((each) => each.textContent.includes('replicas: 3'))`;
  await page.waitForFunction(line);
  await page.evaluate(`getSelection().selectAllChildren(${line})`);
  await page.keyboard.type('  replicas: 5');
  await page.keyboard.press('Escape');
  await page.locator('::-p-xpath(//button[contains(., "Review")])').click();
  await sleep(SETTLE);
}

async function takePictures(browser, url) {
  const page = await browser.newPage();
  const take = (name) => page.screenshot({ path: join(PICTURES, `console-${name}.png`) });
  await page.goto(`${url}/console`);
  await fill(page);
  await page.waitForSelector('#token');
  await page.type('#token', TOKEN);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.sidebar details');
  await show(page, '#/r/apps/deployments/_', 'light');
  await take('table');
  await show(page, `${WEB}/yaml`, 'dark');
  await review(page);
  await take('review');
  await show(page, `${WEB}/owners`, 'light');
  await sleep(SETTLE);
  await take('owners');
  await show(page, '#/', 'light');
  await sleep(LINES);
  await take('overview');
  await page.setViewport({ width: 390, height: 640, isMobile: true, hasTouch: true });
  await show(page, '#/r/core/pods/default', 'light');
  await take('phone');
}

await ensureBuilt();
const directory = mkdtempSync(join(tmpdir(), 'binnacle-pictures-'));
const { child, url } = await startServer(directory);
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  acceptInsecureCerts: true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  defaultViewport: { width: 940, height: 480 },
});
try {
  await takePictures(browser, url);
} finally {
  await browser.close();
  child.kill();
  rmSync(directory, { recursive: true, force: true });
}
