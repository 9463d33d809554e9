/** A promise of `ResponseSink.write` whose rejection a transport may ignore: Node exits on unhandled rejections. */
export function awaited(wait: Promise<void> | undefined): Promise<void> | undefined {
  wait?.catch(() => undefined);
  return wait;
}
