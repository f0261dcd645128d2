// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback } from "react";
import type { Access } from "../../console/access";
import { ApiError } from "../../console/adminApi";
import { useLanguage } from "../../language/language";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { messageOf } from "../../parts/messageOf";
import { useNotify } from "../../parts/Notices";
import { usePolling } from "../../parts/usePolling";
import { ViewHeader } from "../../parts/ViewHeader";
import { Catalogue } from "./Catalogue";
import type { Assignments, Capabilities, Capability } from "./capabilities";
import { HeldTable } from "./HeldTable";
import { useChanges } from "./useChanges";

const CHANGED_BY_OTHERS = 412;

interface RoleViewProps {
    /** Id of the role. */
    readonly id: string;
    readonly capabilities: Capabilities;
    readonly access: Access;
}

/** The capabilities of a role with their origin, with controls to add and remove them. */
export function RoleView({ id, capabilities, access }: RoleViewProps) {
    const { t } = useLanguage();
    const notify = useNotify();
    const { managesRealm, managesClients } = access;
    const ask = useCallback(
        async (signal: AbortSignal): Promise<{ assignments: Assignments; changeable: boolean }> => {
            const assignments = await capabilities.of(id, signal);
            const managed = { managesRealm, managesClients };
            return { assignments, changeable: await isChangeable(assignments, capabilities, managed, signal) };
        },
        [capabilities, id, managesRealm, managesClients],
    );
    const { value: role, error, refresh } = usePolling(ask, undefined);
    const { pending, change } = useChanges(id, capabilities, role?.assignments, refresh);

    const adding = async ({ id: capability, name }: Capability) => {
        await tell(change({ add: [capability] }), t("capabilities.added", { name }));
    };
    const removing = async ({ id: capability, name }: Capability) => {
        await tell(change({ remove: [capability] }), t("capabilities.removed", { name }));
    };
    const tell = async (changing: Promise<void>, success: string) => {
        try {
            await changing;
            notify({ kind: "success", text: success, testId: "keylift-changed" });
        } catch (reason) {
            const byOthers = reason instanceof ApiError && reason.status === CHANGED_BY_OTHERS;
            notify({
                kind: byOthers ? "warning" : "danger",
                text: byOthers
                    ? t("capabilities.changedByOthers")
                    : t("capabilities.refused", { message: messageOf(reason) }),
                testId: "keylift-change-failed",
            });
        }
    };

    if (error !== undefined) {
        return <Failure error={error} onRetry={refresh} />;
    }
    if (!role) {
        return <Loading />;
    }
    const { assignments, changeable } = role;
    return (
        <>
            <ViewHeader
                page="capabilities"
                name={assignments.role}
                title={t("capabilities.ofRole", { role: assignments.role })}
            >
                {!changeable && (
                    <p className="keylift-note" data-testid="keylift-read-only">
                        {t("capabilities.readOnly")}
                    </p>
                )}
            </ViewHeader>
            <HeldTable
                held={assignments.capabilities}
                pending={pending}
                onRemove={changeable ? (capability) => void removing(capability) : undefined}
            />
            {changeable && (
                <Catalogue
                    capabilities={capabilities}
                    held={assignments.capabilities}
                    pending={pending}
                    onAdd={(capability) => void adding(capability)}
                />
            )}
        </>
    );
}

/**
 * Whether the administrator may change a role. For a client role, the server says it in the client's representation.
 */
async function isChangeable(
    { client }: Assignments,
    capabilities: Capabilities,
    { managesRealm, managesClients }: Pick<Access, "managesRealm" | "managesClients">,
    signal: AbortSignal,
): Promise<boolean> {
    if (client === undefined) {
        return managesRealm;
    }
    return managesClients || capabilities.mayConfigure(client, signal).catch(() => false);
}
