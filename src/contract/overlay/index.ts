/** Overlays: additions to the components of a WSDL, read from YAML and applied to the model. */
export { type Annotated, applyOverlay } from './apply-overlay.ts';
export { type Overlay, readOverlay } from './read-overlay.ts';
