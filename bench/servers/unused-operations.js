const unused = () => {
  throw new Error('not part of the benchmark');
};

/** Handlers of all operations, for servers that implement those which they measure. */
export const unusedOperations = {
  AppendChunkWithFolderAccessKey: unused,
  AccountCreateFreeFromPromotion: unused,
  ExternalOAuthAccountLogin: unused,
  AdminCreateFolder: unused,
  SAMLAccountLogin: unused,
  SSOLoginWebURL: unused,
  SSOLoginURL: unused,
  GetClientID: unused,
  GetAPIURL: unused,
};
