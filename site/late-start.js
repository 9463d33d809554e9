// The program of the pages starts when somebody uses the page, and on a desk when it is shown: until then it would only delay what can be read already.
// What it adds is search, the menus, the switch of the appearance, and buttons that copy.

/** Runs in the browser. @param {string[]} scripts addresses of modules, in order */
function startLate(scripts) {
  const events = ['pointermove', 'touchstart', 'wheel', 'scroll', 'focusin', 'click', 'keydown'];
  let isStarting = false;
  let repeat;

  function isReady() {
    return document.querySelector('#app').__vue_app__ !== undefined;
  }

  async function start() {
    for (const script of scripts) await import(script);
    while (!isReady()) await new Promise(requestAnimationFrame);
    for (const event of events) removeEventListener(event, onEvent, { capture: true });
    repeat?.();
  }

  /** Keeps what the program would have answered; a link does without it. */
  function onEvent(event) {
    const { target, type, key, code, ctrlKey, metaKey } = event;
    const button = type === 'click' && target.closest('a, button');
    if (button && button.tagName === 'BUTTON') repeat = () => button.click();
    const isSearch = type === 'keydown' && (key === '/' || (key === 'k' && (ctrlKey || metaKey)));
    if (isSearch) {
      event.preventDefault();
      const again = { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true };
      repeat = () => target.dispatchEvent(new KeyboardEvent('keydown', again));
    }
    if (isStarting) return;
    isStarting = true;
    // A program that could not be loaded is loaded at the next use.
    start().catch(() => {
      isStarting = false;
    });
  }

  for (const event of events) addEventListener(event, onEvent, { capture: true, passive: event !== 'keydown' });
  // A desk has room for the outline of a page, which the program adds, and a processor that does not mind.
  if (!matchMedia('(hover: hover) and (min-width: 960px)').matches) return;
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  addEventListener('load', () => idle(() => onEvent(new Event('load'))));
}

/**
 * A page of VitePress whose program starts late. What is loaded for it comes after what is shown.
 *
 * @param {string} html
 * @throws {Error} if the page has no program
 */
export function lateStart(html) {
  const scripts = [];
  const rest = html.replaceAll(/<script type="module" src="([^"]+)"><\/script>\s*/g, (_, address) => {
    scripts.push(address);
    return '';
  });
  if (scripts.length === 0) throw new Error('A page has no program: VitePress writes it otherwise now.');
  const late = rest.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  return late.replace('</body>', `<script>(${startLate})(${JSON.stringify(scripts)})</script></body>`);
}
