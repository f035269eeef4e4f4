import { prepareBrowser } from '../browser/browser.ts';

/** Unpacks the browser that npm installs, once, before several processes start it. */
export default async function prepare() {
  await prepareBrowser();
}
