// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { ApiError } from "../../console/adminApi";
import { useLanguage } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { messageOf } from "../../parts/messageOf";
import { usePolling } from "../../parts/usePolling";
import { ViewHeader } from "../../parts/ViewHeader";
import { Catalogue } from "./Catalogue";
import type { Capabilities, Change } from "./capabilities";
import { HeldTable } from "./HeldTable";

const CHANGED_BY_OTHERS = 412;

interface RoleViewProps {
    /** Of the role. */
    readonly id: string;
    readonly capabilities: Capabilities;
}

/** What a role has and from where; adds to it and takes away from it. */
export function RoleView({ id, capabilities }: RoleViewProps) {
    const { t } = useLanguage();
    const ask = useCallback((signal: AbortSignal) => capabilities.of(id, signal), [capabilities, id]);
    const { value: assignments, error, refresh } = usePolling(ask, undefined);
    const [failure, setFailure] = useState<{ readonly text: string; readonly kind: "warning" | "danger" }>();

    const change = async (wanted: Change) => {
        if (!assignments) {
            return;
        }
        setFailure(undefined);
        try {
            await capabilities.change(id, assignments.revision, wanted);
        } catch (reason) {
            setFailure(
                reason instanceof ApiError && reason.status === CHANGED_BY_OTHERS
                    ? { kind: "warning", text: t("capabilities.changedByOthers") }
                    : { kind: "danger", text: t("capabilities.refused", { message: messageOf(reason) }) },
            );
        }
        refresh();
    };

    if (error !== undefined) {
        return <Failure error={error} onRetry={refresh} />;
    }
    if (!assignments) {
        return <Loading />;
    }
    return (
        <>
            <ViewHeader
                page="capabilities"
                name={assignments.role}
                title={t("capabilities.ofRole", { role: assignments.role })}
            >
                {failure && <Alert kind={failure.kind} title={failure.text} testId="keylift-change-failed" />}
            </ViewHeader>
            <HeldTable
                held={assignments.capabilities}
                onRemove={(capability) => void change({ remove: [capability.id] })}
            />
            <Catalogue
                capabilities={capabilities}
                held={assignments.capabilities}
                onAdd={(capability) => void change({ add: [capability.id] })}
            />
        </>
    );
}
