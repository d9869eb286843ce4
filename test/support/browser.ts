import { type Browser, chromium } from 'playwright-core';
import { provideBrowser } from '../../packages/harness/servers/programs.js';

/** Chromium loads two pages for the address bar of each window, which nobody sees here, and opens a window for each context. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Switched off by Playwright as well, whose list this one replaces: what delays pages, or asks other hosts. */
const OF_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
const ARGS = [
  // Chromium's own sandbox does not work for root.
  '--no-sandbox',
  `--disable-features=${[...ADDRESS_BAR, ...OF_PLAYWRIGHT].join(',')}`,
];

export async function launchBrowser(...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: provideBrowser(), args: [...ARGS, ...args] });
}
