import type {
  AdminCreateFolderRequest,
  AdminCreateFolderResult,
} from '@soapwright/generated/remote-file-service/server';
import { checkAdministrator } from '../domain/check-credentials.ts';
import { createFolder } from '../domain/create-folder.ts';
import type { Context } from './context.ts';
import { resultOrFault } from './run-operation.ts';

/** Lets a private-site administrator add a new folder to a user account. */
export async function AdminCreateFolder(
  request: AdminCreateFolderRequest,
  context: Context,
): Promise<AdminCreateFolderResult> {
  const given = request.AdminAuthParameters;
  return await resultOrFault(context, given?.APIKey, async (apiKey) => {
    const administrator = await checkAdministrator(context, apiKey, {
      orgId: given?.OrgID ?? 0n,
      userId: given?.AdminUserID ?? '',
      password: given?.AdminPassword ?? '',
    });
    const { requestId } = context;
    const wanted = { path: request.Parameters?.Path, name: request.Parameters?.FolderName, requestId };
    return { FolderName: await createFolder(context.state.commits, administrator, wanted, context.state.now()) };
  });
}
