/** The style sheet of all pages: the system's own colours, so that light and dark come by themselves. */
export const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 22%, Canvas); --soft: color-mix(in srgb, CanvasText 6%, Canvas); }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.2rem; margin-top: 2rem; }
h3 { font-size: 1rem; margin-bottom: .25rem; }
dt { font-weight: 600; margin-top: .75rem; }
dd { margin: 0; }
code, pre { font: .875rem/1.45 ui-monospace, monospace; }
pre, .wide { overflow-x: auto; }
pre { margin: 0; padding: .75rem; background: var(--soft); border: 1px solid var(--line); overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; overflow-wrap: normal; }
caption { text-align: left; padding: 1rem .6rem .3rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
a:focus-visible, [tabindex]:focus-visible { outline: 2px solid; outline-offset: 2px; }
`;

/** What the Content-Security-Policy knows it by; its test tells the right one after a change. */
export const styleHash = 'sha256-atN2OS6UI5vEIlDEtHGhLmcsPdcJ5H8rIO1i6s21xqg=';
