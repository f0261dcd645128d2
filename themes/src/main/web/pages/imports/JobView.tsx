// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useRef, useState, useSyncExternalStore } from "react";
import { hashOf } from "../../console/route";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { Button } from "../../parts/Button";
import { ErrorAlert } from "../../parts/ErrorAlert";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { messageOf } from "../../parts/messageOf";
import { usePolling } from "../../parts/usePolling";
import { ViewHeader } from "../../parts/ViewHeader";
import { isLive, type Imports, type Job, type Move, type Order } from "./imports";
import { JobProgress } from "./JobProgress";
import { JobSteering } from "./JobSteering";
import { Rejects } from "./Rejects";
import { StatusLabel } from "./StatusLabel";
import type { Uploads } from "./uploads";

const REFRESH_MILLIS = 1000;

interface JobViewProps {
    readonly id: string;
    readonly imports: Imports;
    readonly uploads: Uploads;
    /** Does for good what has been tried. */
    readonly onInEarnest: (order: Order) => void;
    /** Goes back to the form with what is in an order. */
    readonly onChange: (order: Order) => void;
}

/** One job: how far it is, what it has rejected, and what can be done with it. */
export function JobView({ id, imports, uploads, onInEarnest, onChange }: JobViewProps) {
    const { t } = useLanguage();
    const realm = useRealm();
    const upload = useSyncExternalStore(uploads.subscribe, () => uploads.of(id));
    const seen = useRef(upload === undefined);
    const [moveError, setMoveError] = useState<unknown>();
    const [live, setLive] = useState(true);
    const ask = useCallback(
        async (signal: AbortSignal): Promise<Job | null> => {
            const job = seen.current ? await imports.job(id, signal) : await imports.newJob(id, signal);
            seen.current ||= job !== undefined;
            setLive(job === undefined || isLive(job));
            return job ?? null;
        },
        [imports, id],
    );
    const waiting = upload?.state === "sending" || live;
    const { value: job, error, refresh } = usePolling(ask, waiting ? REFRESH_MILLIS : undefined);

    const move = (name: Move) => {
        setMoveError(undefined);
        imports.move(id, name).catch(setMoveError).finally(refresh);
    };

    return (
        <>
            <ViewHeader
                page="imports"
                name={id}
                title={
                    <>
                        {t(job?.dryRun || upload?.order.dryRun ? "imports.titleDry" : "imports.title", {
                            kind: job?.kind ?? upload?.order.kind ?? "",
                        })}{" "}
                        {job && <StatusLabel status={job.status} />}
                    </>
                }
            >
                {upload?.state === "failed" && (
                    <Alert
                        kind="danger"
                        title={t("imports.uploadFailed", { message: messageOf(upload.error) })}
                        testId="keylift-upload-failed"
                    />
                )}
                {upload?.state === "sending" && (
                    <Alert kind="info" title={t("imports.sending")} testId="keylift-sending" />
                )}
                <ErrorAlert error={moveError} />
            </ViewHeader>
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {!job && error === undefined && upload?.state !== "failed" && <Loading />}
            {job && (
                <>
                    <section className="pf-v5-c-page__main-section pf-m-light">
                        <JobProgress job={job} />
                        {job.message && <Alert kind="warning" title={job.message} />}
                        {isLive(job) ? (
                            <JobSteering job={job} onMove={move} />
                        ) : (
                            job.dryRun &&
                            upload && (
                                <div className="keylift-toolbar keylift-steering">
                                    <Button
                                        kind={job.op === "remove" ? "danger" : "primary"}
                                        onClick={() => onInEarnest(upload.order)}
                                        data-testid="keylift-in-earnest"
                                    >
                                        {t(job.op === "remove" ? "imports.inEarnestRemove" : "imports.inEarnest")}
                                    </Button>
                                    <a
                                        className="pf-v5-c-button pf-m-link"
                                        href={hashOf(realm.name, "imports")}
                                        onClick={() => onChange(upload.order)}
                                    >
                                        {t("imports.change")}
                                    </a>
                                </div>
                            )
                        )}
                    </section>
                    <Rejects job={job} imports={imports} />
                </>
            )}
        </>
    );
}
